#!/usr/bin/env bash
# Writes docs/joints.md to the standard output: every joint and force as the program documents it.
#   docs/joints.sh PINTLE
set -euo pipefail
export LC_ALL=C

cat <<'END'
# Joints and forces

Every type of joint, of contact between two parts, and of force, with its parameters. [model_file.md](model_file.md)
says how they stand in a model. A parameter with a dotted name is a key inside mappings. Written by `docs/joints.sh`
from the program's own tables (`pintle list joints --markdown`).

END
"$1" list joints --markdown
"$1" list forces --markdown
