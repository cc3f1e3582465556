#!/usr/bin/env bash
# The gallery of the shipped models, from their files: title, source, the comment at the head, and in it
# what stands behind `# Checked against:`.
#   docs/models.sh PINTLE          writes docs/models.md to the standard output
#   docs/models.sh PINTLE draw [FOLDER]   draws the pictures, FOLDER/NAME.png (default docs/models)
#   docs/models.sh PINTLE films FOLDER [NAME...]   makes a film and a report of each model and example (or of those
#                                         named), and FOLDER/index.html, which shows them: about 0.2 MB and 0.7 MB each, not
#                                         kept in the repository; `cmake -DPINTLE_GALLERY=ON` puts them into the site
set -euo pipefail
export LC_ALL=C
docs=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$docs")
models=$root/models
examples=$root/examples/mechanisms

# Options of `pintle render` for models that show more otherwise, or in less than 25 kB.
declare -A options=(
  [andrews_squeezer]='--time 8ms --no-names'
  [backlash]='--no-names'
  [backlash_drive]='--time 0.112s --no-names'
  [bouncing_ball]='--trail floor'
  [cam_follower]='--time 30ms --no-names'
  [cam_lift_off]='--time 20ms --no-names --no-forces'
  [catapult]='--time 0.9s --no-names --no-forces --trail cup'
  [car_axis]='--time 1s --no-names --no-forces'
  [clutch_brake]='--time 1.5s --no-names --no-forces'
  [double_pendulum]='--time 0.9s --trail elbow'
  [double_scott_russell]='--time 0.25s --no-names --no-forces'
  [excavator]='--time 3.5s --no-names --trail wrist'
  [gear_selector]='--no-names --no-forces'
  [gear_train]='--time 0.1s --no-names'
  [geneva]='--time 2.05s --no-names'
  [hoist]='--time 1.05s --no-names'
  [inline_four]='--time 2.5ms --no-names --no-forces'
  [inverted_pendulum]='--time 0.55s --no-names'
  [latch]='--time 0.1s --no-names'
  [luffing_crane]='--time 5s'
  [n_four_bar]='--time 0.6s --no-names'
  [n_pendulum]='--time 0.4s --trail pin5 --no-names'
  [parallelogram]='--time 0.9s'
  [pendulum]='--time 0.31s --velocities'
  [planetary_gear]='--time 0.3s --no-names --no-forces'
  [quick_return]='--time 0.3s --no-names'
  [scotch_yoke]='--time 28.17ms --no-names'
  [scotch_yoke_straight]='--no-names'
  [slider_crank_clearance]='--time 1.5ms'
  [slider_crank_friction]='--time 2ms --no-names'
  [slider_crank_guide]='--no-names'
  [slider_crank_ideal]='--time 2.2ms --velocities'
  [slider_crank_lubricated]='--time 15ms --no-names'
  [slider_crank_mixed]='--time 15ms --no-names'
  [slider_crank_two_clearances]='--time 1ms --no-names'
  [slider_crank_wear]='--time 0.2s --no-names'
  [toggle_clamp]='--time 0.1s --no-names'
)

# All files, models first; and the name that pictures, films and reports of one have.
files() { ls -- "$models"/*.yaml "$examples"/*.yaml; }
name_of() {
  local name
  name=$(basename "$1" .yaml)
  [[ $(dirname "$1") == "$examples" ]] && name=example_$name
  echo "$name"
}

# Options of `pintle render` for a file.
options_of() {
  if [[ $(dirname "$1") == "$examples" ]]; then
    echo "--no-names --no-forces ${options[$(basename "$1" .yaml)]:---time 0.2s}"
  else
    echo "${options[$(name_of "$1")]:-}"
  fi
}

draw() {
  local pintle folder=$2 file list
  pintle=$(realpath "$1")
  mapfile -t list < <(files)
  mkdir -p "$folder"
  for file in "${list[@]}"; do
    # shellcheck disable=SC2046 # options are words
    "$pintle" render "$file" -o "$folder/$(name_of "$file").png" --size 360x236 --no-grid $(options_of "$file")
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

escape() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'; }

# One model of the page of films.
card() {
  local file=$1 name=$2
  cat <<HTML
<article id="$name">
<video src="$name.mp4" poster="$name.png" width="480" height="320" muted loop playsinline controls preload="none"
 aria-label="$(value title "$file" | escape | sed 's/"/\&quot;/g'), in motion"></video>
<h2>$(value title "$file" | escape)</h2>
<p>$(words "$file" | tr -d '\`' | escape)</p>
$(value source "$file" | escape | sed 's|.*|<p class="dim">&</p>|')
<p><a href="$name.html">Report</a> · <code>${file#"$root"/}</code></p>
</article>
HTML
}

# The files whose names are given, or all.
chosen() {
  local file name
  (($# > 0)) || files
  for name in "$@"; do
    file=$models/$name.yaml
    [[ $name != example_* ]] || file=$examples/${name#example_}.yaml
    [[ -e $file ]] || {
      echo "models.sh: there is no model or example '$name'; examples are called example_NAME" >&2
      return 2
    }
    echo "$file"
  done
}

# Films play while they are seen, but not where the reader wants little motion.
films() {
  local pintle folder=$2 file name names list shown
  pintle=$(realpath "$1")
  names=$(chosen "${@:3}") || exit 2
  mapfile -t list <<<"$names"
  mkdir -p "$folder"
  folder=$(realpath "$folder")
  for file in "${list[@]}"; do
    name=$(name_of "$file")
    shown=$(options_of "$file" | sed -E 's/--time [^ ]+ ?//; s/--no-names//') # names that move would cover one another
    # shellcheck disable=SC2086 # options are words
    "$pintle" render "$file" -o "$folder/$name.mp4" --quiet --size 480x320 --no-grid --no-names --length 8 --fps 20 $shown
    # shellcheck disable=SC2046
    "$pintle" render "$file" -o "$folder/$name.png" --quiet --size 480x320 --no-grid $(options_of "$file")
    (cd "$root" && "$pintle" report "${file#"$root"/}" -o "$folder/$name.html") >/dev/null
    echo "$name"
  done
  {
    cat <<'HTML'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Pintle: models in motion</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.45 sans-serif; margin: 24px; background: light-dark(#fbfbf8, #1b1d20); color: light-dark(#222, #ddd); }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 28px; }
video { width: 100%; height: auto; border: 1px solid light-dark(#ddd, #444); border-radius: 8px; background: #fbfbf8; }
h2 { font-size: 16px; margin: 6px 0 2px; } p { margin: 3px 0; } .dim { color: light-dark(#666, #999); font-size: 13px; }
a { color: light-dark(#1666c1, #6cb0ff); } article { min-width: 0; } code { overflow-wrap: anywhere; }
</style></head><body>
<h1>Models in motion</h1>
<p>The models and examples that come with Pintle. Each has a film of its whole run and a report with plots, contacts and numbers.</p>
<main>
HTML
    for file in "${list[@]}"; do card "$file" "$(name_of "$file")"; done
    cat <<'HTML'
</main>
<script>
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const seen = new IntersectionObserver(entries => entries.forEach(
    entry => entry.isIntersecting ? entry.target.play().catch(() => {}) : entry.target.pause()));
  document.querySelectorAll("video").forEach(video => seen.observe(video));
}
</script></body></html>
HTML
  } >"$folder/index.html"
}

example() {
  local file=$1 name
  name=$(basename "$file" .yaml)
  printf '| ![%s](models/example_%s.png) | **%s**<br>[%s](../examples/mechanisms/%s.yaml)<br>%s |\n' \
    "$name" "$name" "$(value title "$file")" "$name.yaml" "$name" "$(words "$file")"
}

case ${2:-page} in
  draw)
    draw "$1" "${3:-$docs/models}"
    exit
    ;;
  films)
    films "$1" "${3:?films needs a folder}" "${@:4}"
    exit
    ;;
esac
cat <<'TEXT'
# Models

The models that come with Pintle, in `models/`. Each is checked by tests against what is named here, an answer that
Pintle had no part in, and against its own stored trace. `pintle list models` lists them.
A page with a film and a report of each model and example is made by `docs/models.sh PINTLE films FOLDER`; a build with
`-DPINTLE_SITE=ON -DPINTLE_GALLERY=ON` has it in the documentation (`site/gallery/index.html`, with a link at each picture here): 50 MB.

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
