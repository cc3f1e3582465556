#!/usr/bin/env bash
# Writes docs/messages.md to the standard output: failures that one setting of a shipped model provokes, and what is said.
#   docs/messages.sh TEST_MESSAGES
set -euo pipefail
export LC_ALL=C
cat <<'TEXT'
# Messages

What Pintle says when something is wrong: each line is one setting of a shipped model (`pintle run models/MODEL.yaml --set SETTING`) and
the message it gives. A message names the element, of a run the time, the cause and what to try. The test `messages` holds every
line, and `test_codes.py` that every message has a code. The program prints it behind the message, `pintle explain E0204` tells what it
stands for, a program finds it in `ptl_context_get_error` and Python in `PintleError.code`; the codes are [below](#codes). This page is `docs/messages.sh build/ci/tests/test_messages > docs/messages.md`.

TEXT
"$1" --table
