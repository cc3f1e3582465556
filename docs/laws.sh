#!/usr/bin/env bash
# Writes docs/laws.md to the standard output: the guide, what restitutions the laws return, and every
# law as the program documents it.
#   docs/laws.sh PINTLE            the text
#   docs/laws.sh PINTLE PICTURE    the restitution diagram
set -euo pipefail
export LC_ALL=C
pintle=$1
folder=$(cd "$(dirname "$0")" && pwd)
ball=(--elastic power --set 'stiffness=1e8 N/m^1.5' --set exponent=1.5 --mass '1 kg' --speed '1 m/s' --law all)

if (($# > 1)); then
  "$pintle" law impact "${ball[@]}" --restitution 0.02..1 --points 50 --plot "$2"
  rm -f "${2%.*}.gp" # it holds this machine's paths
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
