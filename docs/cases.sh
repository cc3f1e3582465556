#!/usr/bin/env bash
# Writes docs/cases.md to the standard output; takes a minute.
#   docs/cases.sh TEST_CASES
set -euo pipefail
export LC_ALL=C
cat <<'TEXT'
# Cases

Small models (`tests/cases/models`) of what goes wrong easily: starts at rest, short pulses, kinks, locks, jams, contacts that
are struck while closed, gears. What comes out stands beside what is right, in SI units, with each integrator. The tests
`cases_*` hold every line; `tests/cases/known_faults.txt` has those that fail. This page is
`docs/cases.sh build/ci/tests/cases/test_cases > docs/cases.md`.
TEXT
"$1" --table
