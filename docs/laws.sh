#!/usr/bin/env bash
# Writes docs/laws.md to the standard output: the guide, what restitutions the laws return, and every
# law as the program documents it.
#   docs/laws.sh PINTLE            the text
#   docs/laws.sh PINTLE PICTURE    one of the diagrams laws_restitution.svg, laws_conformal.svg, laws_impact.svg
set -euo pipefail
export LC_ALL=C
pintle=$1
folder=$(cd "$(dirname "$0")" && pwd)
ball=(--elastic power --set 'stiffness=1e8 N/m^1.5' --set exponent=1.5 --mass '1 kg' --speed '1 m/s' --law all)

# The scotch yoke with clearance in the bearing of its crank, under Johnson's law and `conformal`.
scotch_yoke() {
  sed -e 's/\(shaft: {type: revolute.*at: \[0, 0\]\)}/\1, radius: 10 mm, clearance: 10 um, contact: bush}/' \
    -e 's/^contacts:/&\n  bush: {elastic: {law: johnson}, damping: {law: hunt_crossley, alpha: alpha}, materials: steel, length: 10 mm}/' \
    "$folder/../models/scotch_yoke.yaml" >"$1/yoke.yaml"
  local law
  for law in johnson conformal; do
    "$pintle" run "$1/yoke.yaml" -o "$1/$law.run" --set contacts.bush.elastic.law=$law --set 'run.until=4 ms' \
      --set 'run.every=10 us' >/dev/null
  done
  "$pintle" plot "$1/johnson.run" --with "$1/conformal.run" --columns 'shaft.bearing.depth' \
    --columns 'shaft.bearing.normal_force' -o "$2"
}

# The slider-crank with clearance under its own law and under `impact` with the same restitution at 1 m/s.
slider_crank() {
  local model=$folder/../models/slider_crank_clearance.yaml law
  "$pintle" run "$model" -o "$1/hunt_crossley.run" --set 'run.until=6 ms' >/dev/null
  "$pintle" run "$model" -o "$1/impact.run" --set 'run.until=6 ms' \
    --set 'contacts.hunt_crossley.damping={law: impact, coefficient: 290 N s/m, depth: 5 um}' >/dev/null
  "$pintle" plot "$1/hunt_crossley.run" --with "$1/impact.run" --columns 'wrist.bearing.normal_force' \
    --columns 'slider.ax' -o "$2"
}

draw() {
  local runs
  runs=$(mktemp -d)
  trap 'rm -rf "$runs"' RETURN
  case ${1##*/} in
    laws_conformal.svg) scotch_yoke "$runs" "$1" ;;
    laws_impact.svg) slider_crank "$runs" "$1" ;;
    *) "$pintle" law impact "${ball[@]}" --restitution 0.02..1 --points 50 --plot "$1" ;;
  esac
  rm -f "${1%.*}.gp" # it holds this machine's paths
}

if (($# > 1)); then
  draw "$2"
  exit
fi

restitutions() {
  echo '| damping law | 0.9 | 0.5 | 0.2 |'
  echo '|---|---|---|---|'
  "$pintle" law impact "${ball[@]}" --restitution 0.1..0.9 --points 9 |
    awk -F, 'NR > 1 {
        c = sprintf("%.1f", $2)
        if (!($1 in seen)) { seen[$1] = 1; order[++n] = $1 }
        after[$1, c] = sprintf("%.4f", $3)
      }
      function shown(law, c) { return (law, c) in after ? after[law, c] : "-" }
      END {
        for (i = 1; i <= n; i++)
          printf "| `%s` | %s | %s | %s |\n", order[i], shown(order[i], "0.9"), shown(order[i], "0.5"), shown(order[i], "0.2")
      }'
}

while IFS= read -r line; do
  if [[ $line == '<!-- restitutions -->' ]]; then
    restitutions
  else
    printf '%s\n' "$line"
  fi
done <"$folder/laws_guide.md"
"$pintle" list materials --markdown
"$pintle" list laws --markdown
"$pintle" list frictions --markdown
"$pintle" list films --markdown
