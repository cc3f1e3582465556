#!/usr/bin/env bash
# Installs the build and uses it as a stranger would: find_package (both libraries), pkg-config,
# and the installed program.    test_install.sh SOURCE BUILD GENERATOR
set -euo pipefail
source=$1
build=$2
generator=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -G "$generator" -S "$source/tests/consumer" -B "$work/consumer" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/consumer" >/dev/null
"$work/consumer/with_shared"
"$work/consumer/with_static"
"$work/consumer/with_pintle"

pc=$(find "$work/prefix" -name pintle.pc)
libdir=$(dirname "$(dirname "$pc")")
flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs pintle)
# shellcheck disable=SC2086
"${CC:-cc}" -std=c11 "$source/tests/consumer/main.c" $flags -Wl,-rpath,"$libdir" -o "$work/with_pc"
"$work/with_pc"

# The examples of docs/library.md; each checks what it shows.
models=$work/prefix/share/pintle/models
declare -A arguments=([stepping]="" [whole_run]="$models/scotch_yoke.yaml"
                      [snapshot]="$models/scotch_yoke.yaml")
for example in "$source"/examples/*.c; do
  name=$(basename "$example" .c)
  # shellcheck disable=SC2086
  "${CC:-cc}" -std=c11 -Wall -Wextra -Werror "$example" $flags -lm -Wl,-rpath,"$libdir" -o "$work/$name"
  # shellcheck disable=SC2086
  "$work/$name" ${arguments[$name]}
done

[[ -e "$libdir/libpintle.so.0.1" ]] || { echo "no versioned soname"; exit 1; }
"$work/prefix/bin/pintle" --version
