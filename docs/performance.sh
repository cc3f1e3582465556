#!/usr/bin/env bash
# Writes docs/performance.md to the standard output, and docs/performance_work.csv and .svg: the guide,
# with the tables that the benchmark prints in their places; renews the table of docs/trust.md. Takes a few minutes.
#   docs/performance.sh BENCH
set -euo pipefail
export LC_ALL=C
bench=$1
folder=$(cd "$(dirname "$0")" && pwd)

"$bench" --folder "$folder" work
while IFS= read -r line; do
  if [[ $line =~ ^'<!-- '([a-z]+)' -->'$ ]]; then
    "$bench" "${BASH_REMATCH[1]}" | sed '$d' # its last line is empty, and so is the next
  else
    printf '%s\n' "$line"
  fi
done <"$folder/performance_guide.md"

table=$(mktemp)
"$bench" verify | sed '$d' >"$table"
sed -i -e "/<!-- verify: begin -->/r $table" -e '/<!-- verify: begin -->/,/<!-- verify: end -->/{/<!-- verify: /!d}' \
  "$folder/trust.md"
rm "$table"
