#!/usr/bin/env bash
# docs/studies.sh PINTLE [STUDY...]: runs the studies of docs/studies/ and draws their pictures there. Some minutes.
# docs/studies.sh PINTLE cost: writes what a study costs into docs/studies.md; needs valgrind. Processor times and instructions,
# which other programs of the machine hardly change.
set -euo pipefail
export LC_ALL=C
pintle=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")")/studies
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# yokes SPEEDS WIDTHS COMMAND...: a study of speeds, five laws and half widths by the command.
yokes() {
  local model=$here/../../models/scotch_yoke.yaml speeds=$1 widths=$2
  shift 2
  rm -f "$work/yokes.db"
  "$@" study "$model" --vary "parameters.speed=600 rpm:1000 rpm:$speeds" \
    --vary joints.slot.contact=johnson,lankarani,radzimovsky,goldsmith,esdu \
    --vary "joints.slot.slot.half_width=7.95 mm:8.2 mm:$widths" --measure 'peak=peak_force(slot)' \
    -o "$work/yokes.db" "${extra[@]}" >/dev/null
}

# Instructions of a function and what it calls, of the last program under callgrind; of the whole without an argument.
instructions() {
  callgrind_annotate --inclusive=yes --threshold=100 "$work/callgrind" |
    awk -v name="${1:-PROGRAM}" 'index($0, name) && !seen++ { gsub(",", "", $1); print $1 }'
}

# Processor time [s] of the study by the command, the least of three.
seconds() {
  local TIMEFORMAT='%U %S'
  for _ in 1 2 3; do
    { time yokes 10 10 "$@" 2>/dev/null; } 2>&1
  done | awk '{ t = $1 + $2; if (NR == 1 || t < least) least = t } END { print least }'
}

write_cost() {
  local -a extra=(-j 1)
  local few=(valgrind --tool=callgrind "--callgrind-out-file=$work/callgrind" "$pintle")
  yokes 2 2 "${few[@]}" 2>/dev/null
  local total points runs
  total=$(instructions)
  points=$(instructions ptl_point_run)
  runs=$(instructions ptl_simulate)
  local one two mpi=-
  one=$(seconds "$pintle")
  extra=(-j 2)
  two=$(seconds "$pintle")
  extra=()
  if command -v mpirun >/dev/null && [[ -x $pintle-mpi ]]; then
    mpi=$(seconds mpirun --allow-run-as-root --oversubscribe -n 3 "$pintle-mpi")
  fi
  awk -v total="$total" -v points="$points" -v runs="$runs" -v one="$one" -v two="$two" -v mpi="$mpi" 'BEGIN {
    printf "| scotch yokes, two turns with 20 to 80 touches each | |\n|---|---|\n"
    printf "| instructions of the study over those of its simulations alone (`ptl_simulate`), 20 runs | %.3f |\n", points / runs
    printf "| the same with what happens once (start, reading, the file) | %.3f |\n", total / runs
    printf "| processor time of 500 runs by one thread | %.2f s, %.0f runs a second and core |\n", one, 500 / one
    printf "| by two threads together | %.2f s |\n", two
    printf "| by two MPI ranks and the one that hands out, starting included | %.2f s |\n", mpi
  }' >"$work/cost.md"
  sed -i -e '/<!-- cost: begin -->/,/<!-- cost: end -->/{//!d}' -e "/<!-- cost: begin -->/r $work/cost.md" "$here/../studies.md"
}
if [[ ${1-} == cost ]]; then
  write_cost
  exit
fi
declare -A options=(
  [table_bifurcation]='--size 760x460'
  [slider_crank_bifurcation]='--size 760x460'
  [yoke_laws]='--x joints.slot.slot.half_width --size 760x460'
  [geneva_tolerances]='--size 640x480'
)
(($#)) || set -- table_bifurcation slider_crank_bifurcation yoke_laws geneva_tolerances
for name in "$@"; do
  "$pintle" study "$here/$name.yaml" -o "$work/$name.db"
  # shellcheck disable=SC2086
  "$pintle" study plot "$work/$name.db" ${options[$name]} -o "$work/$name.png" --quiet
  ffmpeg -v error -y -i "$work/$name.png" -vf 'split[a][b];[a]palettegen=max_colors=48[p];[b][p]paletteuse=dither=none' \
    "$here/$name.png"
done
