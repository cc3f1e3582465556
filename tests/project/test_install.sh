#!/usr/bin/env bash
# Installs the build and uses it as a stranger would: find_package (both libraries), pkg-config,
# and the installed program.    test_install.sh SOURCE BUILD GENERATOR
set -euo pipefail
source=$1
build=$2
generator=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# No program or library looks for others in folders of its own, least of all in the present one.
for file in "$build"/libpintle.so "$build"/bin/pintle*; do
  ! readelf -d "$file" | grep -E 'RPATH|RUNPATH' || { echo "$file has a run path"; exit 1; }
done

cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -G "$generator" -S "$source/tests/consumer" -B "$work/consumer" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/consumer" >/dev/null
"$work/consumer/with_shared"
"$work/consumer/with_static"
"$work/consumer/with_pintle"

pc=$(find "$work/prefix" -name pintle.pc)
libdir=$(dirname "$(dirname "$pc")")
flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs pintle)
# shellcheck disable=SC2086
"${CC:-cc}" -std=c11 "$source/tests/consumer/main.c" $flags -Wl,-rpath,"$libdir" -o "$work/with_pc"
"$work/with_pc"

# The examples of docs/library.md; each checks what it shows.
models=$work/prefix/share/pintle/models
declare -A arguments=([stepping]="" [whole_run]="$models/scotch_yoke.yaml"
                      [snapshot]="$models/scotch_yoke.yaml")
for example in "$source"/examples/*.c; do
  name=$(basename "$example" .c)
  # shellcheck disable=SC2086
  "${CC:-cc}" -std=c11 -Wall -Wextra -Werror "$example" $flags -lm -Wl,-rpath,"$libdir" -o "$work/$name"
  # shellcheck disable=SC2086
  "$work/$name" ${arguments[$name]}
done

[[ -e "$libdir/libpintle.so.0.1" ]] || { echo "no versioned soname"; exit 1; }
# From any prefix and any folder: models, the viewer, what draws PNG, manual and completions.
installed=$work/prefix/bin/pintle
cd "$work"
listed=$("$installed" list models)
grep -q scotch_yoke <<<"$listed" || { echo "the installed program does not find its models: $listed"; exit 1; }
"$installed" run "$models/scotch_yoke.yaml" --until '1 ms' -o yoke.run --quiet
"$installed" plot yoke.run -o yoke.png >/dev/null
if [[ -e $work/prefix/libexec/pintle/pintle-viewer ]]; then
  "$installed" render yoke.run -o frame.png --quiet
  "$installed" report yoke.run -o yoke.html --quiet
fi
for file in man/man1/pintle.1 man/man1/pintle-law-impact.1 bash-completion/completions/pintle \
  zsh/site-functions/_pintle fish/vendor_completions.d/pintle.fish; do
  [[ -s $work/prefix/share/$file ]] || { echo "there is no share/$file"; exit 1; }
done
! command -v man >/dev/null || for page in "$work"/prefix/share/man/man1/*.1; do
  said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
  [[ -z $said ]] || { echo "$page: $said"; exit 1; }
done
complete_bash() { # complete_bash WORD...: what bash would offer for the last one
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pintle; echo "${COMPREPLY[*]}"' \
    _ "$work/prefix/share/bash-completion/completions/pintle" "$@"
}
[[ "$(complete_bash pintle rep)" == report ]]
[[ "$(complete_bash pintle law im)" == impact ]]
[[ "$(complete_bash pintle run model.yaml --form)" == --format ]]
[[ "$(complete_bash pintle run model.yaml --format '')" == "csv hdf5" ]]
! command -v zsh >/dev/null || zsh -n "$work/prefix/share/zsh/site-functions/_pintle"
! command -v fish >/dev/null || fish -n "$work/prefix/share/fish/vendor_completions.d/pintle.fish"

"$installed" --version
