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
PYTHONPATH="$(dirname "$(realpath "$0")")/../viewer" python3 - "$site" <<'PYTHON'
import sys
from browser import Browser

# Pages as they are read: nothing on the console, the theme's script runs, nothing beyond the right edge, pictures large enough to see.
browser = Browser()
for width in (1180, 1500, 700):
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    for page in ("README", "docs/models", "docs/viewer", "docs/joints"):
        browser.messages.clear()
        browser.open(f"{sys.argv[1]}/{page}.html")
        browser.frame()
        assert browser.messages == [], f"{page}: the console says {browser.messages}"
        beyond = browser.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert beyond <= 0, f"{page}: {beyond} pixels lie beyond a window of {width}"
        least = browser.value("Math.min(999, ...[...document.querySelectorAll('td img')].map(e => e.getBoundingClientRect().width))")
        assert least >= 200, f"{page}: a picture is {least} pixels wide"
assert browser.value("document.querySelectorAll('.theme-toggle').length") > 0
before = browser.value("document.body.dataset.theme")
browser.value("document.querySelectorAll('.theme-toggle')[0].click()")
assert browser.value("document.body.dataset.theme") != before, "the button for dark colours does nothing"
browser.close()
PYTHON
