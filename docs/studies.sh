#!/usr/bin/env bash
# docs/studies.sh PINTLE [STUDY...]: runs the studies of docs/studies/ and draws their pictures there. Some minutes.
set -euo pipefail
pintle=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")")/studies
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
declare -A options=(
  [table_bifurcation]='--size 760x460'
  [yoke_laws]='--x joints.slot.slot.half_width --size 760x460'
  [geneva_tolerances]='--size 640x480'
)
(($#)) || set -- table_bifurcation yoke_laws geneva_tolerances
for name in "$@"; do
  "$pintle" study "$here/$name.yaml" -o "$work/$name.db"
  # shellcheck disable=SC2086
  "$pintle" study plot "$work/$name.db" ${options[$name]} -o "$work/$name.png" --quiet
  ffmpeg -v error -y -i "$work/$name.png" -vf 'split[a][b];[a]palettegen=max_colors=48[p];[b][p]paletteuse=dither=none' \
    "$here/$name.png"
done
