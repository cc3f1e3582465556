#!/usr/bin/env bash
# The page of films and reports, made of a model and an example: everything that it refers to is there, of bounded size; the films have the
# length that is asked for and move; a browser without a network finds nothing wrong.    test_gallery.sh PINTLE
set -euo pipefail
pintle=$(realpath "$1")
docs=$(cd "$(dirname "$0")/../../docs" && pwd)
for tool in ffmpeg ffprobe chromium; do
  command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "$*"
  exit 1
}
"$docs/models.sh" "$pintle" films "$folder/page" scotch_yoke example_wiper >/dev/null

grep -oE '(src|href|poster)="[^"]*"' "$folder/page/index.html" | sed 's/^[a-z]*="//; s/"$//' >"$folder/links"
(($(wc -l <"$folder/links") == 6)) || fail "index.html refers to other than two films, pictures and reports"
while read -r link; do
  [[ -s $folder/page/$link ]] || fail "there is no $link"
done <"$folder/links"

# frames FILM: how many different pictures of it there are
frames() { ffmpeg -loglevel error -i "$1" -f framemd5 - | grep -v '^#' | awk '{print $NF}' | sort -u | wc -l; }
for name in scotch_yoke example_wiper; do
  film=$folder/page/$name.mp4
  (($(stat -c %s "$film") < 600000)) || fail "$name.mp4 has more than 600 kB"
  (($(stat -c %s "$folder/page/$name.html") < 2500000)) || fail "$name.html has more than 2.5 MB"
  length=$(ffprobe -loglevel error -show_entries format=duration -of csv=p=0 "$film")
  awk -v length_of="$length" 'BEGIN { exit !(length_of > 7.9 && length_of < 8.3) }' || fail "$name.mp4 lasts $length s, not 8"
  (($(frames "$film") > 120)) || fail "$name.mp4 does not move"
done

dom=$(chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/browser" --host-resolver-rules='MAP * ~NOTFOUND' \
  --enable-logging=stderr --virtual-time-budget=3000 --dump-dom "file://$folder/page/index.html" 2>"$folder/log")
grep -q 'id="example_wiper"' <<<"$dom" || fail "the page does not hold the wiper"
! grep CONSOLE "$folder/log" || fail "the browser complains"

status=0
"$docs/models.sh" "$pintle" films "$folder/page" no_such_model >"$folder/log" 2>&1 || status=$?
((status == 2)) || fail "an unknown model gives the status $status"
grep -q "no_such_model" "$folder/log" || fail "an unknown model is not named"
echo "the page of films works"
