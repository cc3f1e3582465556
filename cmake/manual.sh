#!/usr/bin/env bash
# Makes manual pages and completions from what the program says of its verbs and options (`--help=list`).
#   manual.sh PINTLE OUTPUT_FOLDER
# Writes man1/*.1, pintle.bash, _pintle (zsh) and pintle.fish.
set -euo pipefail
pintle=$1
out=$2
export LC_ALL=C.UTF-8
mkdir -p "$out/man1"
version=$("$pintle" --version | cut -d' ' -f2)
tables=$(mktemp -d)
trap 'rm -rf "$tables"' EXIT

# A table for each verb and each part of one: "run", "law eval".
"$pintle" --help=list >"$tables/pintle"
while IFS=$'\t' read -r _ verb summary; do
  "$pintle" "$verb" --help=list >"$tables/$verb" 2>/dev/null </dev/null || continue
  printf '%s\t%s\n' "$verb" "$summary" >>"$tables/.all"
  while IFS=$'\t' read -r kind part text; do
    [[ $kind == verb ]] || continue
    "$pintle" "$verb" "$part" --help=list >"$tables/$verb $part" 2>/dev/null </dev/null || continue
    printf '%s\t%s\n' "$verb $part" "$text" >>"$tables/.all"
  done <"$tables/$verb"
done <"$tables/pintle"

# ------------------------------------------------------------------ manual pages

troff='function troff(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); gsub(/'"'"'/, "\\(aq", s); gsub(/`/, "\\(ga", s); sub(/^\./, "\\\\\\&.", s); return s }'

head_of() { # head_of NAME
  printf '.TH %s 1 "" "Pintle %s" "Pintle"\n' "${1^^}" "$version"
}

while IFS=$'\t' read -r verb summary; do
  name=pintle-${verb/ /-}
  {
    head_of "$name"
    awk -F'\t' -v name="$name" -v verb="$verb" -v summary="$summary" "$troff"'
      $1 == "usage" { usage = ".B pintle " troff($2) "\n" troff($3) " [\\fIoptions\\fR]\n" }
      $1 == "text" { text = ".SH DESCRIPTION\n" troff($2) "\n" }
      $1 == "verb" { parts = parts ".TP\n.BR " troff(name "-" $2) " (1)\n" troff($3) "\n" }
      $1 == "option" {
        letter = $2 == "-" ? "" : "\\-" $2 ", "
        options = options ".TP\n.B " letter "\\-\\-" troff($3) ($4 == "-" ? "" : " " troff($4)) "\n" troff($5) "\n"
      }
      END {
        printf ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", troff(name), troff(summary)
        if (usage == "") usage = ".B pintle " troff(verb) "\n\\fIpart\\fR ...\n"
        printf "%s%s", usage, text
        if (options != "") printf ".SH OPTIONS\n%s.TP\n.B \\-h, \\-\\-help\nprint this text\n", options
        if (parts != "") printf ".SH PARTS\n%s", parts
        print ".SH \"EXIT STATUS\"\n0 done; 1 the answer is no; 2 bad usage or bad input; 3 the simulation failed."
        print ".SH \"SEE ALSO\"\n.BR pintle (1)"
      }' "$tables/$verb"
  } >"$out/man1/$name.1"
done <"$tables/.all"
{
  head_of pintle
  printf '.SH NAME\npintle \\- simulate planar mechanisms whose joints have clearance\n.SH SYNOPSIS\n.B pintle\n\\fIverb\\fR ... [\\fIoptions\\fR]\n'
  printf '.SH DESCRIPTION\nReads a mechanism from a file of YAML, integrates its motion through every impact, and writes a trace, events and a summary.\n.SH VERBS\n'
  awk -F'\t' "$troff"'{ n = $1; gsub(/ /, "-", n); printf ".TP\n.BR pintle\\-%s (1)\n%s\n", troff(n), troff($2) }' "$tables/.all"
  printf '.SH OPTIONS\n.TP\n.B \\-h, \\-\\-help\nprint the verbs\n.TP\n.B \\-\\-version\nprint the version\n'
  printf '.SH "EXIT STATUS"\n0 done; 1 the answer is no; 2 bad usage or bad input; 3 the simulation failed.\n'
} >"$out/man1/pintle.1"

if [[ -x ${pintle%/*}/pintle-mpi ]]; then
  {
    head_of pintle-mpi
    printf '.SH NAME\npintle-mpi \\- run a study on many nodes\n.SH SYNOPSIS\n.B mpirun\n\\-n \\fIranks\\fR pintle\\-mpi study \\fIstudy\\fR [\\fIoptions\\fR]\n'
    printf '.SH DESCRIPTION\nDoes what pintle study does, with the points of the study on the ranks of an MPI job; the options are the same.\n'
    printf '.SH "SEE ALSO"\n.BR pintle\\-study (1)\n'
  } >"$out/man1/pintle-mpi.1"
fi

# ------------------------------------------------------------------ completions

words_of() { awk -F'\t' -v kind="$1" '$1 == kind { printf "%s%s", n++ ? " " : "", kind == "verb" ? $2 : "--" $3 }' "$2"; }

{
  cat <<'EOF'
# Completion of pintle for bash; made from the tables of its options.
_pintle() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]:-} key
  COMPREPLY=()
EOF
  printf '  local -A parts=('
  while IFS=$'\t' read -r verb _; do
    parts=$(words_of verb "$tables/$verb")
    [[ -z $parts ]] || printf "[%s]='%s' " "$verb" "$parts"
  done <"$tables/.all"
  printf ')\n  local -A options=(\n'
  while IFS=$'\t' read -r verb _; do
    printf "    ['%s']='%s --help'\n" "$verb" "$(words_of option "$tables/$verb")"
  done <"$tables/.all"
  printf '  )\n  local -A values=(\n'
  while IFS=$'\t' read -r verb _; do # options whose argument is one of some words, and flags
    awk -F'\t' -v verb="$verb" '$1 == "option" && ($4 == "-" || $4 ~ /^[a-z0-9_]+(\|[a-z0-9_]+)+$/) {
      w = $4; gsub(/\|/, " ", w); printf "    [\047%s --%s\047]=\047%s\047\n", verb, $3, w }' "$tables/$verb"
  done <"$tables/.all"
  cat <<EOF
  )
  if ((COMP_CWORD == 1)); then
    COMPREPLY=(\$(compgen -W '$(words_of verb "$tables/pintle") --help --version' -- "\$word"))
    return
  fi
EOF
  cat <<'EOF'
  key=$verb
  if [[ -n ${parts[$verb]:-} ]]; then
    if ((COMP_CWORD == 2)); then
      COMPREPLY=($(compgen -W "${parts[$verb]}" -- "$word"))
    elif [[ " ${parts[$verb]} " == *" ${COMP_WORDS[2]} "* ]]; then
      key="$verb ${COMP_WORDS[2]}"
    fi
  fi
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "${options[$key]:-}" -- "$word"))
  elif [[ $before == --* && -n ${values["$key $before"]:-} && ${values["$key $before"]} != - ]]; then
    COMPREPLY=($(compgen -W "${values["$key $before"]}" -- "$word"))
  fi
}
complete -o default -F _pintle pintle
EOF
} >"$out/pintle.bash"

# One option as zsh writes it: '(-o --output)'{-o,--output}'[text]:DIR:_files'
{
  printf '#compdef pintle\n# Completion of pintle for zsh; made from the tables of its options.\n_pintle() {\n  local -a verbs parts\n  verbs=(\n'
  awk -F'\t' '{ gsub(/\047/, "\047\\\047\047", $3); gsub(/:/, "\\:", $3); printf "    \047%s:%s\047\n", $2, $3 }' "$tables/pintle"
  printf '  )\n  if ((CURRENT == 2)); then _describe verb verbs; return; fi\n  local verb=$words[2]\n  case "$verb $words[3]" in\n'
  sort -r "$tables/.all" | while IFS=$'\t' read -r verb _; do # parts before the verb alone
    [[ $verb == *" "* ]] && printf '    "%s")\n' "$verb" || printf '    "%s "*)\n' "$verb"
    parts=$(words_of verb "$tables/$verb")
    [[ -z $parts ]] || printf '      if ((CURRENT == 3)); then compadd %s; fi\n' "$parts"
    printf '      _arguments \\\n'
    awk -F'\t' '$1 == "option" {
      gsub(/\047/, "\047\\\047\047", $5); gsub(/[][]/, "\\\\&", $5); gsub(/:/, "\\:", $5)
      value = $4 == "-" ? "" : $4 ~ /^[a-z0-9_]+(\|[a-z0-9_]+)+$/ ? ":" $3 ":(" $4 ")" : ":" $3 ":_files"
      gsub(/\|/, " ", value)
      if ($2 == "-") printf "        \047*--%s[%s]%s\047 \\\n", $3, $5, value
      else printf "        \047(-%s --%s)\047{-%s,--%s}\047[%s]%s\047 \\\n", $2, $3, $2, $3, $5, value }' "$tables/$verb"
    printf "        '(-h --help)'{-h,--help}'[print help]' '*:file:_files' ;;\n"
  done
  printf '  esac\n}\n_pintle "$@"\n'
} >"$out/_pintle"

{
  printf '# Completion of pintle for fish; made from the tables of its options.\n'
  awk -F'\t' '{ gsub(/\047/, "\\\047", $3); printf "complete -c pintle -n __fish_use_subcommand -f -a %s -d \047%s\047\n", $2, $3 }' "$tables/pintle"
  while IFS=$'\t' read -r verb _; do
    read -r first second <<<"$verb"
    condition="__fish_seen_subcommand_from $first${second:+; and __fish_seen_subcommand_from $second}"
    awk -F'\t' -v when="$condition" -v part="$second" '
      $1 == "verb" { gsub(/\047/, "\\\047", $3); printf "complete -c pintle -n \047%s\047 -a %s -d \047%s\047\n", when, $2, $3 }
      $1 == "option" {
        gsub(/\047/, "\\\047", $5)
        words = $4; gsub(/\|/, " ", words)
        value = $4 == "-" ? "" : $4 ~ /^[a-z0-9_]+(\|[a-z0-9_]+)+$/ ? " -x -a \047" words "\047" : " -r"
        printf "complete -c pintle -n \047%s\047 -l %s%s%s -d \047%s\047\n", when, $3, $2 == "-" ? "" : " -s " $2, value, $5 }' "$tables/$verb"
  done <"$tables/.all"
} >"$out/pintle.fish"
