#!/usr/bin/env bash
# Checks the project's own rules; the rules are in docs/architecture.md.
#   test_architecture.sh includes SOURCE        who may include what
#   test_architecture.sh lengths  SOURCE        source files < 600 lines, public headers < 400
#   test_architecture.sh definitions SOURCE     structures that programs hand over carry their size
#   test_architecture.sh tests    SOURCE        every test is run, none skips a part of itself
#   test_architecture.sh names    SOURCE        files that comments and documents name are there
#   test_architecture.sh format   SOURCE        every source file is laid out as .clang-format says, and its
#                                 comments are not wider than the code
#   test_architecture.sh headers  SOURCE        public headers compile alone, as C11
#   test_architecture.sh headers_cxx SOURCE     and as C++17
#   test_architecture.sh symbols  SOURCE STATIC SHARED   every exported symbol is ptl_..., and the
#                                 shared library exports exactly what the public headers declare
set -euo pipefail
shopt -s globstar nullglob
export LC_ALL=C
check=$1
cd "$2"
failures=0

fail() {
  printf '%s\n' "$*"
  failures=$((failures + 1))
}

skip() {
  echo "skipped: $*"
  exit 77
}

public=(engine/include/*.h)
libc='assert|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool'
libc+='|stddef|stdint|stdio|stdlib|string|time'
posix='dirent|dlfcn|fcntl|fnmatch|pthread|spawn|unistd|libgen|sys/[a-z]+'

# allowed FILE: the headers that a file may include, as one extended regular expression.
allowed() {
  local own
  own=$(cd "${1%/*}" && ls -- *.h 2>/dev/null | sed 's/\./\\./' | paste -sd'|')
  own="\"(${own:-none})\""
  # Which rooms these see, the compiler says. engine/text knows nothing of the library, and is for all.
  case "$1" in
    engine/* | contact/* | study/* | fmu/* | import/*) own='"[a-z0-9_]+\.h"' ;;
    viewer/*) own="\"($(cd viewer && ls -- */*.h ../engine/text/*.h | sed 's,.*/,,; s/\./\\./' | paste -sd'|'))\"" ;;
    cli/study/* | cli/mpi/*) own="\"($(ls cli/*/*.h study/*/*.h engine/text/*.h | sed 's,.*/,,; s/\./\\./' | paste -sd'|'))\"" ;;
    cli/wear/*) own="\"($(ls cli/*/*.h study/wear/*.h viewer/figure/*.h engine/text/*.h | sed 's,.*/,,; s/\./\\./' | paste -sd'|'))\"" ;;
    cli/*) own="\"($(cd cli && ls -- */*.h ../engine/text/*.h | sed 's,.*/,,; s/\./\\./' | paste -sd'|'))\"" ;;
  esac
  case "$1" in
    contact/* | joints/* | forces/* | film/*) echo "\"pintle_extend\.h\"|$own|<($libc)\.h>" ;;
    engine/integrate/ida.c | engine/integrate/ida_vectors.[ch] | engine/integrate/sundials_version.h) echo "$own|<($libc|$posix|(ida|nvector|sun[a-z]+)/.*)\.h>" ;;
    engine/modelfile/model_read*) echo "$own|<($libc|$posix|libfyaml)\.h>" ;;
    engine/units/udunits.c) echo "$own|<($libc|$posix|udunits2)\.h>" ;;
    engine/registry/plugin.c) echo "$own|<($libc|$posix|link)\.h>" ;;
    engine/spectrum/fft.c) echo "$own|<($libc|kiss_fftr)\.h>" ;;
    engine/linear/sparse_ldl.c) echo "$own|<($libc|$posix|amd)\.h>" ;;
    engine/equations/kkt_dense.c | engine/linear/dense.c) echo "$own|<($libc|$posix|lapacke)\.h>" ;;
    engine/equations/kkt_sparse.c | engine/linear/sparse_lu.c) echo "$own|<($libc|$posix|klu)\.h>" ;;
    engine/results/trace_hdf5_pack.c) echo "$own|<($libc|zlib)\.h>" ;;
    engine/results/trace_hdf5_*.[ch]) echo "$own|<($libc|$posix|hdf5|H5FDdevelop)\.h>" ;;
    study/engine/processes.c) echo "$own|<($libc|$posix|poll|sys/(socket|wait))\.h>" ;;
    study/fit/fit_search.c) echo "$own|<($libc|$posix|nlopt)\.h>" ;;
    study/store/database.h) echo "$own|<($libc|$posix|sqlite3)\.h>" ;;
    fmu/write/bundle.c) echo "$own|<($libc|$posix|minizip/zip)\.h>" ;;
    import/xml_read.c) echo "$own|<($libc|$posix|expat)\.h>" ;;
    engine/* | study/* | fmu/* | import/*) echo "$own|<($libc|$posix|stdbool)\.h>" ;;
    cli/import/import_verb.c) echo "$own|\"(pintle|import)\.h\"|<($libc|$posix)\.h>" ;;
    cli/verbs/fmu.c) echo "$own|\"bundle\.h\"|<($libc|$posix)\.h>" ;;
    viewer/run/simulate.c) echo "$own|\"pintle(_trace)?\.h\"|<($libc|$posix)\.h>" ;;
    viewer/data/snapshot.c) echo "$own|\"pintle_analysis\.h\"|<($libc|$posix)\.h>" ;; # films
    viewer/page/page.c) echo "$own|\"page_assets\.h\"|<($libc|$posix)\.h>" ;; # made by the build
    viewer/page/run_page.c) echo "$own|\"pintle\.h\"|<($libc|$posix)\.h>" ;;
    viewer/app/window.c) echo "$own|<($libc|$posix|SDL)\.h>" ;;
    viewer/draw/draw.c) echo "$own|<($libc|$posix|cairo.*)\.h>" ;;
    viewer/*) echo "$own|\"pintle_trace\.h\"|<($libc|$posix)\.h>" ;;
    # One writer of JSON: with the codes of messages the only internal header of the library that cli/ sees.
    cli/text/print_json.h) echo "\"json\.h\"" ;;
    # One writer of messages, whose failures have the codes of the library.
    cli/text/message.h) echo "$own|\"(pintle|codes)\.h\"" ;;
    cli/mpi/*.c) echo "$own|<($libc|$posix|mpi)\.h>" ;;
    cli/view/study_plot_verb.c) echo "$own|\"(draw|study_plot)\.h\"|<($libc|$posix)\.h>" ;;
    cli/plot/plot_wear.c) echo "$own|\"(polar|losses_read)\.h\"|<($libc|$posix)\.h>" ;;
    cli/view/report_*.c)
      echo "$own|\"(pintle|file_read|page(_shapes|_text)?|run_page|simulate|study_plot|study_table)\.h\"|<($libc|$posix)\.h>" ;;
    cli/view/*) echo "$own|\"(pintle|pintle_trace|viewer)\.h\"|<($libc|$posix)\.h>" ;;
    bench/baseline_cvode.c) echo "$own|<($libc|$posix|(cvode|nvector|sun[a-z]+)/.*)\.h>" ;;
    bench/baseline_dop853.c) echo "$own|\"dop853_tableau\.h\"|<($libc)\.h>" ;; # the coefficients alone
    examples/*) echo "<(pintle(_trace|_law|_extend)?|$libc)\.h>" ;;
    python/engine/*) echo "<(pintle(_trace|_law|_extend|_analysis|_spectrum)?|stdatomic|$libc)\.h>" ;;
    cli/plot/* | cli/law/law_output.c | bench/work.c)
      echo "$own|\"(pintle(_trace|_spectrum)?|$(cd viewer/figure && ls -- *.h | sed 's,\.h$,,' | paste -sd'|'))\.h\"|<($libc|$posix)\.h>" ;;
    cli/* | bench/*) echo "$own|\"pintle(_trace|_extend|_law|_verify|_analysis)?\.h\"|<($libc|$posix)\.h>" ;;
  esac
}

check_includes() {
  local file line rule
  for file in $(git ls-files "*.[ch]" | grep -Ev "^tests/"); do
    [[ -e $file ]] || continue
    rule=$(allowed "$file")
    while read -r line; do
      grep -Eqx "$rule" <<<"$line" || fail "$file may not include $line"
    done < <(sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*(["<][^">]*[">]).*/\1/p' "$file")
  done
  for file in viewer/*/*.c; do
    [[ -e $file && $file != viewer/run/simulate.c ]] || continue
    ! grep -Eq '\bptl_(assemble|simulate)\(' "$file" || fail "$file starts a run; only viewer/run/simulate.c may"
  done
}

check_lengths() {
  local file limit lines
  for file in {contact,joints,forces,film,engine,study,fmu,import,viewer,cli,bench,tests}/**/*.[ch]; do
    limit=600
    [[ " ${public[*]} " != *" $file "* ]] || limit=400
    lines=$(wc -l <"$file")
    ((lines < limit)) || fail "$file has $lines lines; the limit is $limit"
  done
}

check_tests() {
  local file folder name files
  for file in tests/**/test_*.{c,sh}; do
    folder=${file#tests/}
    folder=${folder%/*}
    name=${file##*/test_}
    case $file in
      */study/*.c) grep -Eq "^ *pintle_study_test\(${name%.c}[ )]" tests/CMakeLists.txt ;;
      *.c) grep -Eq "^ *pintle_test\($folder ${name%.c}[ )]" tests/CMakeLists.txt ;;
      *.sh) grep -q "/test_$name" tests/CMakeLists.txt ;;
    esac || fail "$file is not in tests/CMakeLists.txt"
    [[ $file == *.sh ]] || ! grep -nE '\bskip\(\)' "$file" || fail "$file: a case skips itself; tests/support/needs.h says how not to"
  done
  for folder in tests/*/; do
    files=("$folder"*.[ch])
    ((${#files[@]} <= 25)) || fail "$folder holds ${#files[@]} source files; the limit is 25"
  done
}

# Names of sources in comments (`k.c[0]` is none), and in documents between backticks.
check_names() {
  local place name
  local -A known=()
  while read -r name; do known[${name##*/}]=1; done < <(git ls-files 2>/dev/null || find . -type f)
  while read -r place name; do
    [[ -n ${known[${name##*/}]:-} && (! -d ${name%%/*} || -e $name) ]] || fail "$place names $name, which is not there"
  done < <(
    grep -nE '^ *(/\*|\* )' {contact,joints,forces,film,engine,study,fmu,import,viewer,cli,bench,python,tests}/**/*.[ch] |
      awk '{match($0, /^[^:]+:[0-9]+/); place = substr($0, 1, RLENGTH); text = substr($0, RLENGTH + 2)
            while (match(text, /[a-z_][a-z0-9_\/]*\.[ch]($|[^A-Za-z0-9_\[])/)) {
              name = substr(text, RSTART, RLENGTH); sub(/[^A-Za-z0-9_]$/, "", name)
              print place, name; text = substr(text, RSTART + RLENGTH)}}'
    grep -noE '`[A-Za-z0-9_/.-]+\.(c|h|sh|py)`' README.md CONTRIBUTING.md docs/*.md */README.md {engine,contact,study,viewer,cli,fmu}/*/README.md |
      grep -v NAME | sed -E 's/^([^:]+:[0-9]+):`(.*)`$/\1 \2/'
  )
}

check_format() {
  local formatter=${CLANG_FORMAT:-clang-format}
  command -v "$formatter" >/dev/null || skip "there is no $formatter"
  [[ $("$formatter" --version) == *" version 14."* ]] ||
    skip "$formatter is not version 14, and others lay out differently"
  local files=({contact,joints,forces,film,engine,study,fmu,import,viewer,cli,bench,python,examples,tests}/**/*.[ch])
  printf '%s\n' "${files[@]}" |
    xargs "$formatter" --dry-run -Werror 2>&1 | sed -nE 's/^([^ ]+:[0-9]+):.*error:.*/\1/p' |
    { ! grep .; } || fail "these lines are not laid out as .clang-format says; clang-format -i FILE does it"
  printf '%s\n' "${files[@]}" |
    xargs awk 'length > 100 && (/^ *(\/\*|\*)/ || /; *\/\*/) {print FILENAME ":" FNR}' |
    { ! grep .; } || fail "the comments in these lines are wider than 100 columns; one behind a declaration may stand before it"
}

check_headers() {
  local header
  for header in "${public[@]}"; do
    echo "#include \"${header#engine/include/}\"" |
      ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -Iengine/include -fsyntax-only -x c - ||
      fail "$header does not compile alone as C11"
  done
}

check_headers_cxx() {
  local header
  command -v "${CXX:-c++}" >/dev/null || skip "there is no C++ compiler"
  for header in "${public[@]}"; do
    echo "#include \"${header#engine/include/}\"" |
      ${CXX:-c++} -std=c++17 -Wall -Wextra -Werror -Iengine/include -fsyntax-only -x c++ - ||
      fail "$header does not compile alone as C++17"
  done
}

check_symbols() {
  local declared exported name
  while read -r name; do
    fail "the static library defines $name; exported names begin with ptl_"
  done < <(nm --defined-only --extern-only --format=posix "$1" 2>/dev/null |
    awk 'NF > 2 && $1 !~ /^(ptl_|__(odr_)?asan|__ubsan|\.)/ { print $1 }')
  exported=$(nm -D --defined-only --format=posix "$2" |
    awk '$1 !~ /^(__(odr_)?asan|__ubsan|__gcov|mangle_path$)/ { print $1 }' | sort -u)
  declared=$(printf '#include "%s"\n' "${public[@]#engine/include/}" |
    ${CC:-cc} -E -P -Iengine/include -x c - | tr '\n' ' ' |
    grep -oE '__attribute__\(\(visibility\("default"\)\)\) [^;(]*\(' | grep -oE 'ptl_[a-z0-9_]+ ?\($' |
    tr -d '( ' | sort -u)
  while read -r name; do
    fail "exported, but in no public header: $name"
  done < <(comm -23 <(echo "$exported") <(echo "$declared") | grep . || true)
  while read -r name; do
    fail "in a public header, but not in the shared library: $name"
  done < <(comm -13 <(echo "$exported") <(echo "$declared") | grep . || true)
}

# Structures that programs hand over: their size goes along, or their layout is fixed; test_definitions.c has the layouts.
check_definitions() {
  local headers name
  headers=$(cat "${public[@]}")
  for name in $(grep -ohE '^typedef struct ptl_([a-z_]+_def|run_options|sink)\b' "${public[@]}" | awk '{ print $3 }'); do
    grep -qF "LAYOUT($name, " tests/model/test_definitions.c || fail "$name: test_definitions.c has no layout of it"
    grep -qE "PTL_DEF_(ADD|GET)\([a-z_]+, $name\)" <<<"$headers" ||
      grep -qE "const $name \*[a-z]+,\s*size_t size" <(tr '\n' ' ' <<<"$headers" | tr -s ' ') ||
      grep -oE 'that stand within.*keep their members' <(tr -d '*' <engine/include/pintle_base.h | tr -s '\n ' ' ') | grep -qw "$name" ||
      fail "$name: functions take it without its size, and pintle_base.h does not say that it keeps its members"
  done
}

"check_$check" "${@:3}"
((failures == 0)) || exit 1
