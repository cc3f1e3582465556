#!/usr/bin/env bash
# Pintle without what it can do without: HDF5, the viewer, MPI, and without all of them and Python. Each builds with warnings as errors,
# runs a model, and says of what is missing that it is missing.    test_optional.sh SOURCE
set -euo pipefail
source=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "$name: $*"
  exit 1
}

# build NAME OPTION...: a build of the programs alone, into $bin
build() {
  name=$1
  bin=$work/$name/bin
  cmake -G Ninja -S "$source" -B "$work/$name" -DCMAKE_BUILD_TYPE=Release -DPINTLE_WERROR=ON -DPINTLE_TESTS=OFF "${@:2}" \
    >"$work/log" 2>&1 || fail "$(tail -n 20 "$work/log")"
  cmake --build "$work/$name" >"$work/log" 2>&1 || fail "$(tail -n 40 "$work/log")"
  cd "$work"
  "$bin/pintle" run "$source/models/scotch_yoke.yaml" --until '5 ms' --quiet -o "$name.run" || fail "a model does not run"
  "$bin/pintle" plot "$name.run" -o "$name.svg" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
}

# refuses WORD ARGUMENT...: exit status 2, and the word in the message
refuses() {
  local status=0
  "$bin/pintle" "${@:2}" >"$work/log" 2>&1 || status=$?
  ((status == 2)) || fail "pintle ${*:2} ends with $status: $(cat "$work/log")"
  grep -q "$1" "$work/log" || fail "pintle ${*:2} does not speak of $1: $(cat "$work/log")"
}
without_hdf5() { refuses HDF5 run "$source/models/pendulum.yaml" --format hdf5 --quiet -o pendulum.run; }
without_viewer() {
  [[ ! -e $bin/pintle-viewer ]] || fail "there is a viewer"
  refuses viewer view "$source/models/pendulum.yaml"
  refuses viewer render "$source/models/pendulum.yaml" -o pendulum.png
  refuses 'no `report`' report "$source/models/pendulum.yaml" -o pendulum.html --until '1 ms'
}
without_mpi() { [[ ! -e $bin/pintle-mpi ]] || fail "there is pintle-mpi"; }

build hdf5 -DPINTLE_HDF5=OFF
without_hdf5
build viewer -DPINTLE_VIEWER=OFF
without_viewer
build mpi -DPINTLE_MPI=OFF
without_mpi
build all -DPINTLE_HDF5=OFF -DPINTLE_VIEWER=OFF -DPINTLE_MPI=OFF -DPINTLE_PYTHON=OFF
without_hdf5
without_viewer
without_mpi
cmp hdf5.run/trace.csv all.run/trace.csv || fail "the run is another"
echo "builds without HDF5, the viewer, MPI and Python work"
