#!/usr/bin/env bash
# docs/NAME.md is what docs/NAME.sh makes of the program's own tables, and its pictures are there.
#   test_docs.sh PINTLE NAME
#   test_docs.sh PINTLE pictures    those of the models show what is drawn today
set -euo pipefail
docs=$(cd "$(dirname "$0")/../../docs" && pwd)
pintle=$1
name=$2

# README says how many laws there are.
check_counts() {
  local words
  words=$(sed -n 's/^| \(.*\) laws (\([0-9]*\)) | |$/\2 \1/p' "$docs/laws.md" | paste -sd, | sed 's/,/, /; s/,\([^ ]\)/ and \1/')
  grep -qF "**$words laws**" "$docs/../README.md" || {
    echo "README.md should say: $words laws"
    exit 1
  }
}

check_text() {
  local picture
  diff "$docs/$name.md" <("$docs/$name.sh" "$pintle") || {
    echo "docs/$name.md is not up to date: docs/$name.sh PINTLE > docs/$name.md"
    exit 1
  }
  [[ $name != laws ]] || check_counts
  for picture in $(grep -o "]($name/[^)]*)" "$docs/$name.md" | sed 's/^](\(.*\))$/\1/'); do
    [[ -s $docs/$picture ]] || {
      echo "there is no docs/$picture: docs/$name.sh PINTLE draw"
      exit 1
    }
    (($(stat -c %s "$docs/$picture") <= 25000)) || {
      echo "docs/$picture has more than 25 kB"
      exit 1
    }
  done
}

# Drawn anew they are the same but for the edges of lines and letters: a signal-to-noise ratio of 35 dB.
check_pictures() {
  local picture stored ratio failures=0
  command -v ffmpeg >/dev/null || {
    echo "skipped: there is no ffmpeg"
    exit 77
  }
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  "$docs/models.sh" "$pintle" draw "$folder" >/dev/null
  for picture in "$folder"/*.png; do
    stored=$docs/models/${picture##*/}
    [[ -s $stored ]] && cmp -s "$picture" "$stored" && continue
    ratio=$(ffmpeg -hide_banner -i "$picture" -i "$stored" -lavfi psnr -f null - 2>&1 |
      sed -n 's/.*average:\([0-9]*\|inf\).*/\1/p')
    [[ $ratio == inf ]] || ((${ratio:-0} >= 35)) || {
      echo "docs/models/${picture##*/} is not what is drawn today (${ratio:-no} dB)"
      failures=1
    }
  done
  ((failures == 0)) || {
    echo "docs/models.sh PINTLE draw"
    exit 1
  }
}

if [[ $name == pictures ]]; then check_pictures; else check_text; fi
