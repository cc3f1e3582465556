#!/usr/bin/env bash
# Makes the pictures of docs/viewer.md with `pintle render`.     docs/viewer.sh PINTLE
set -euo pipefail
pintle=$(realpath "${1:-build/release/bin/pintle}")
cd "$(dirname "${BASH_SOURCE[0]}")"

# picture NAME MODEL OPTION...: in light and in dark
picture() {
  local name=$1 model=$2 theme
  shift 2
  for theme in light dark; do
    local dark=()
    [[ $theme == light ]] || dark=(--dark)
    "$pintle" render "../models/$model.yaml" -o "viewer_${name}_$theme.png" --size 640x400 \
      "${dark[@]}" "$@"
  done
}

picture scotch_yoke scotch_yoke --time 28.17ms --lens slot --trail slot --no-grid
picture slider_crank slider_crank_clearance --time 0.245ms --lens wrist --no-grid
picture slider_crank_ideal slider_crank_ideal --time 2.2ms --velocities
picture geneva geneva --time 2.05s --velocities --no-names
picture pendulum pendulum --time 0.31s --velocities --plot energy.kinetic --plot energy.potential
"$pintle" render ../models/scotch_yoke.yaml -o viewer_window.png --window --size 1200x760 \
  --lens slot --time 84.6ms
"$pintle" render ../models/slider_crank_ideal.yaml -o viewer_sheet.png --sheet 8 --size 900x380 \
  --to 12ms
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
model=$(realpath ../models/slider_crank_clearance.yaml)
(
  cd "$runs"
  "$pintle" run "$model" -o hunt_crossley >/dev/null
  "$pintle" run "$model" -o lankarani_nikravesh --set joints.wrist.contact=lankarani_nikravesh >/dev/null
  "$pintle" render hunt_crossley lankarani_nikravesh -o two.png --quiet --size 1000x480 --time 0.262ms \
    --lens wrist --plot wrist.bearing.normal_force --no-names
)
mv "$runs/two.png" viewer_two.png
