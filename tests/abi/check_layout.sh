#!/usr/bin/env bash
# Do structs lie in memory as this version of the interface promised? Usage: check_layout.sh PROGRAM VERSION
set -euo pipefail
promised="$(dirname "$0")/layout-$2.txt"
diff "$promised" <("$1")
echo "$(grep -c '^idn_' "$promised") structs as promised"
