#!/usr/bin/env bash
# The documentation as web pages: nothing is fetched from a network, and its search, in a browser without one, finds the page
# whose title is the word.    test_site.sh SITE
set -euo pipefail
site=$(realpath "$1")
if grep -rlE '(src|<link[^>]* href)="https?:' --include='*.html' "$site"; then
  echo "these pages fetch something from a network"
  exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
found=$(chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder" --host-resolver-rules='MAP * ~NOTFOUND' \
  --virtual-time-budget=20000 --dump-dom "file://$site/search.html?q=lubricated" 2>/dev/null)
grep -q 'docs/lubrication.html' <<<"$found" || {
  echo "the search does not find docs/lubrication.html"
  exit 1
}
