#!/usr/bin/env bash
# The gallery of the shipped models, from their files: title, source, the comment at the head, and in it
# what stands behind `# Checked against:`.
#   docs/models.sh PINTLE          writes docs/models.md to the standard output
#   docs/models.sh PINTLE draw [FOLDER]   draws the pictures, FOLDER/NAME.png (default docs/models)
set -euo pipefail
export LC_ALL=C
docs=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
models=$docs/../models
examples=$docs/../examples/mechanisms

# Options of `pintle render` for models that show more otherwise, or in less than 25 kB.
declare -A options=(
  [andrews_squeezer]='--time 8ms'
  [backlash_drive]='--time 0.112s --no-names'
  [bouncing_ball]='--trail floor'
  [cam_lift_off]='--time 20ms --no-names --no-forces'
  [catapult]='--time 0.9s --no-names --no-forces --trail cup'
  [car_axis]='--time 1s --no-names --no-forces'
  [clutch_brake]='--time 1.5s --no-names --no-forces'
  [double_pendulum]='--time 0.9s --trail elbow'
  [double_scott_russell]='--time 0.25s --no-names --no-forces'
  [excavator]='--time 3.5s --no-names --trail wrist'
  [gear_train]='--time 0.1s --no-names'
  [geneva]='--time 2.05s --no-names'
  [hoist]='--time 1.05s --no-names'
  [inline_four]='--time 2.5ms --no-names --no-forces'
  [latch]='--time 0.1s --no-names'
  [n_four_bar]='--time 0.6s --no-names'
  [n_pendulum]='--time 0.4s --trail pin5 --no-names'
  [parallelogram]='--time 0.9s'
  [pendulum]='--time 0.31s --velocities'
  [planetary_gear]='--time 0.3s --no-names --no-forces'
  [quick_return]='--time 0.3s --no-names'
  [scotch_yoke]='--time 28.17ms --no-names'
  [slider_crank_clearance]='--time 1.5ms'
  [slider_crank_ideal]='--time 2.2ms --velocities'
  [slider_crank_lubricated]='--time 15ms --no-names'
  [slider_crank_mixed]='--time 15ms --no-names'
  [slider_crank_wear]='--time 0.2s --no-names'
  [toggle_clamp]='--time 0.5s --no-names'
)

draw() {
  local pintle folder=$2 file name
  pintle=$(realpath "$1")
  mkdir -p "$folder"
  for file in "$models"/*.yaml; do
    name=$(basename "$file" .yaml)
    # shellcheck disable=SC2086 # options are words
    "$pintle" render "$file" -o "$folder/$name.png" --size 360x236 --no-grid ${options[$name]:-}
  done
  for file in "$examples"/*.yaml; do
    name=$(basename "$file" .yaml)
    "$pintle" render "$file" -o "$folder/example_$name.png" --size 360x236 --no-grid --no-names --no-forces --time 0.2s
  done
}

# The value of a key at the head of a model, without quotes.
value() { sed -n "s/^$1: *//p" "$2" | head -n 1 | sed 's/^"\(.*\)"$/\1/'; }

# The comment at the head, without its marks.
comment() { awk '!/^#/ { exit } { sub(/^# ?/, ""); print }' "$1"; }

# What it says; lines that are indented are commands.
words() {
  comment "$1" | awk '
    /^Checked against:/ { checked = 1 }
    checked { next }
    /^  / { sub(/^ */, ""); printf "%s`%s`", space, $0; space = " "; next }
    { printf "%s%s", space, $0; space = " " }'
}

checked() {
  comment "$1" | awk '
    sub(/^Checked against: */, "") { on = 1 }
    on { printf "%s%s", space, $0; space = " " }'
}

row() {
  local file=$1 name against
  name=$(basename "$file" .yaml)
  against=$(checked "$file")
  [[ -n $against ]] || {
    echo "models.sh: models/$name.yaml does not say '# Checked against: ...' in its first comment" >&2
    return 1
  }
  printf '| ![%s](models/%s.png) | **%s**<br>[%s](../models/%s.yaml)<br>%s<br>*Source:* %s<br>*Checked against:* %s |\n' \
    "$name" "$name" "$(value title "$file")" "$name.yaml" "$name" "$(words "$file")" \
    "$(value source "$file")" "$against"
}

example() {
  local file=$1 name
  name=$(basename "$file" .yaml)
  printf '| ![%s](models/example_%s.png) | **%s**<br>[%s](../examples/mechanisms/%s.yaml)<br>%s |\n' \
    "$name" "$name" "$(value title "$file")" "$name.yaml" "$name" "$(words "$file")"
}

if (($# > 1)); then
  draw "$1" "${3:-$docs/models}"
  exit
fi
cat <<'TEXT'
# Models

The models that come with Pintle, in `models/`. Each is checked by tests against what is named here, an answer that
Pintle had no part in, and against its own stored trace. `pintle list models` lists them.

TEXT
echo '| | |'
echo '|---|---|'
for file in "$models"/*.yaml; do
  row "$file"
done
cat <<'TEXT'

## Examples

Short models of well-known mechanisms, in `examples/mechanisms/`. The column `error` of each is what is off from the closed form in it; the
test `examples` wants it to be rounding.

TEXT
echo '| | |'
echo '|---|---|'
for file in "$examples"/*.yaml; do
  example "$file"
done
