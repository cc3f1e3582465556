#!/usr/bin/env bash
# Renews the figures of docs/reliability.md: makes random mechanisms, faults of the system and of memory and inputs of any kind, and
# counts what is found. With the defaults it takes a day.
#   docs/reliability.sh BUILD [FUZZ_BUILD]
# BUILD has the tests; FUZZ_BUILD is one of the preset `fuzz`; without it the stored inputs run. In the environment:
#   SEEDS="10001 20000"  of the mechanisms    EVERY=1  every so manieth call or allocation
#   LIBRARIES_EVERY=1    the same of verbs that use HDF5 and fontconfig    SECONDS_EACH=1800  for a fuzz target
#   TARGETS="model csv"  these fuzz targets alone, whose rows of the table are renewed
set -uo pipefail
export LC_ALL=C
folder=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
fuzz=${2:+$(cd "$2" && pwd)}
read -r from to <<<"${SEEDS:-10001 20000}"
every=${EVERY:-1}
libraries_every=${LIBRARIES_EVERY:-1}
seconds=${SECONDS_EACH:-1800}
tests=$folder/../tests
table=$(mktemp)
log=$(mktemp)

row() { printf '| %s | %s | %s |\n' "$@" | tee -a "$table"; }
number() { sed -nE "s/^ *$1 +([0-9]+).*/\1/p" "$log" | head -1; }

mechanisms() {
  "$build/tests/random/random_runs" "$from" "$to" >"$log" 2>&1
  local false_reasons
  false_reasons=$(awk '/refused/ {on = 1; next} /traces that break/ {on = 0} on {n += $NF} END {print n + 0}' "$log")
  row "random mechanisms, seeds $from to $to, both integrators" "$(number mechanisms) mechanisms, $(number 'pairs compared') pairs compared" \
    "hangs $(number hangs), crashes $(number crashes), disagreements $(number 'that disagree'), broken invariants $(number 'traces that break an invariant'), false refusals $false_reasons"
}

# faults NAME EVERY SCRIPT SHIM [LIBRARIES]: the last line of the sweep says "N ..., M failures"
faults() {
  python3 -B "$tests/faults/$3" "$4" "$build/bin/pintle" "$2" "${@:5}" >"$log" 2>&1
  local which="every one"
  [[ $2 == 1 ]] || which="one in $2"
  row "$1, $which" "$(sed -nE 's/^([0-9]+) (faults|allocations failed), .*/\1/p' "$log") faults" \
    "failures $(sed -nE 's/^.*, ([0-9]+) failures$/\1/p' "$log")"
}

# inputs_of BUILD TARGET: sets `inputs` to the folders that hold inputs of the target (tests/fuzz/CMakeLists.txt)
inputs_of() {
  local root=$folder/..
  local -A shipped=([model]=$root/models [study]=$root/docs/studies [import]=$tests/data/import)
  inputs=("$tests/fuzz/corpus/$2")
  if [[ -d $1/tests/fuzz/seeds/$2 ]]; then inputs+=("$1/tests/fuzz/seeds/$2"); fi
  if [[ -n ${shipped[$2]:-} ]]; then inputs+=("${shipped[$2]}"); fi
}

stored_inputs() {
  local target inputs n=0 bad=0
  for target in "$build"/tests/fuzz/fuzz_*; do
    [[ -x $target && ! -d $target ]] || continue
    local name=${target##*/fuzz_}
    inputs_of "$build" "$name"
    "$target" "${inputs[@]}" >"$log" 2>&1 || bad=$((bad + 1))
    n=$((n + $(find "${inputs[@]}" -type f | wc -l)))
  done
  row "stored inputs of all fuzz targets" "$n inputs" "targets that fail $bad"
}

fuzz_targets() {
  local target inputs
  for target in "$fuzz"/tests/fuzz/fuzz_*; do
    [[ -x $target && ! -d $target ]] || continue
    local name=${target##*/fuzz_} found=0
    [[ -z ${TARGETS:-} || " $TARGETS " == *" $name "* ]] || continue
    local own=$fuzz/tests/fuzz/found/$name
    mkdir -p "$own"
    inputs_of "$fuzz" "$name"
    "$target" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=4096 -max_len=65536 -print_final_stats=1 \
      -artifact_prefix="$fuzz/tests/fuzz/$name-" "$own" "${inputs[@]}" >"$log" 2>&1 || found=1
    row "inputs of any kind: \`$name\`, $seconds s" "$(sed -nE 's/^stat::number_of_executed_units: ([0-9]+)/\1/p' "$log" | head -1) executions" "crashes and hangs $found"
  done
}

if [[ -n ${TARGETS:-} ]]; then
  fuzz_targets
  while read -r line; do
    sed -i "s#^${line%%,*},.*#$line#" "$folder/reliability.md"
  done <"$table"
  rm "$table" "$log"
  exit
fi
printf '| what | how much | found |\n|---|---|---|\n' >"$table"
mechanisms
faults "calls to the system that fail, and kills" "$every" test_faults.py "$build/tests/faults/fault"
shim=$(find "$build/tests/faults" -name '*failing_malloc.so' | head -1)
faults "allocations that fail" "$every" test_out_of_memory.py "$shim"
faults "allocations that fail in verbs that use HDF5 and fontconfig" "$libraries_every" test_out_of_memory.py "$shim" libraries
if [[ -n $fuzz ]]; then fuzz_targets; else stored_inputs; fi
printf '\nMade on %s by `docs/reliability.sh`.\n' "$(date -u +%F)" >>"$table"
sed -i -e "/<!-- figures: begin -->/r $table" -e '/<!-- figures: begin -->/,/<!-- figures: end -->/{/<!-- figures: /!d}' "$folder/reliability.md"
rm "$table" "$log"
