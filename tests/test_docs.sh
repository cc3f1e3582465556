#!/usr/bin/env bash
# docs/NAME.md is what docs/NAME.sh makes of the program's own tables.
#   test_docs.sh PINTLE NAME
set -euo pipefail
docs=$(cd "$(dirname "$0")/../docs" && pwd)
diff "$docs/$2.md" <("$docs/$2.sh" "$1") || {
  echo "docs/$2.md is not up to date: docs/$2.sh PINTLE > docs/$2.md"
  exit 1
}
