#!/usr/bin/env bash
# docs/NAME.md is what docs/NAME.sh makes of the program's own tables, and its pictures are there.
#   test_docs.sh PINTLE NAME
set -euo pipefail
docs=$(cd "$(dirname "$0")/../../docs" && pwd)
diff "$docs/$2.md" <("$docs/$2.sh" "$1") || {
  echo "docs/$2.md is not up to date: docs/$2.sh PINTLE > docs/$2.md"
  exit 1
}
for picture in $(grep -o "]($2/[^)]*)" "$docs/$2.md" | sed 's/^](\(.*\))$/\1/'); do
  [[ -s $docs/$picture ]] || {
    echo "there is no docs/$picture: docs/$2.sh PINTLE draw"
    exit 1
  }
  (($(stat -c %s "$docs/$picture") <= 25000)) || {
    echo "docs/$picture has more than 25 kB"
    exit 1
  }
done
