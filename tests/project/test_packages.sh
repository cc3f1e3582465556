#!/usr/bin/env bash
# The Debian packages: they build, lintian has nothing to say but what cmake/debian/*.lintian gives reasons for, and what is
# unpacked of them works.    test_packages.sh SOURCE [BUILD with packages]
set -euo pipefail
source=$1
for tool in dpkg-deb dpkg-shlibdeps lintian; do
  command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=${2:-$work/build}
if (($# == 1)); then
  cd "$source"
  cmake --preset deb -B "$build" >/dev/null
  cmake --build "$build" >/dev/null
  (cd "$build" && cpack -G DEB >/dev/null)
fi
said=$(lintian --allow-root --tag-display-limit 0 "$build"/*.deb 2>&1) || true
[[ -z $said ]] || { echo "$said"; exit 1; }
names=$(for package in "$build"/*.deb; do dpkg-deb -f "$package" Package; done | sort | tr '\n' ' ')
[[ $names == "libpintle-dev libpintle0.1 pintle pintle-doc python3-pintle " ]] || { echo "packages: $names"; exit 1; }
for package in "$build"/*.deb; do dpkg-deb -x "$package" "$work/root"; done
usr=$work/root/usr
cd "$work"
listed=$("$usr/bin/pintle" list models)
grep -q geneva <<<"$listed" || { echo "no models: $listed"; exit 1; }
"$usr/bin/pintle" fmu "$usr/share/pintle/models/pendulum.yaml" -o pendulum.fmu >/dev/null
"$usr/bin/pintle" report "$usr/share/pintle/models/pendulum.yaml" -o pendulum.html --quiet
libraries=$(dirname "$(find "$usr/lib" -name libpintle.so.0.1)")
pc=$(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --cflags --libs pintle)
# shellcheck disable=SC2086
"${CC:-cc}" -std=c11 "$source/tests/consumer/main.c" $pc -o consumer
LD_LIBRARY_PATH=$libraries ./consumer
LD_LIBRARY_PATH=$libraries PYTHONPATH=$usr/lib/python3/dist-packages /usr/bin/python3 -c 'import pintle; print(pintle.__version__)'
readelf -d "$usr/lib/python3/dist-packages/pintle/_engine.abi3.so" | grep -qE 'RPATH|RUNPATH' && exit 1
echo done
