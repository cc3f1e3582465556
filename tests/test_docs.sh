#!/usr/bin/env bash
# docs/laws.md is what docs/laws.sh makes of the program's own tables.
#   test_docs.sh PINTLE
set -euo pipefail
docs=$(cd "$(dirname "$0")/../docs" && pwd)
diff "$docs/laws.md" <("$docs/laws.sh" "$1") || {
  echo "docs/laws.md is not up to date: docs/laws.sh PINTLE > docs/laws.md"
  exit 1
}
