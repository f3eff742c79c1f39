#!/usr/bin/env bash
# Do structs lie in memory as the first version of the interface promised? Usage: check_layout.sh PROGRAM
set -euo pipefail
diff "$(dirname "$0")/layout-1.0.txt" <("$1")
echo "$(grep -c '^idn_' "$(dirname "$0")/layout-1.0.txt") structs as promised"
