#!/usr/bin/env bash
# Checks that the memory layout of structs is compatible with all versions of the interface. Usage: check_layout.sh PROGRAM
# The newest layout-*.txt must equal the layout of the header. Compared with older ones, every field must have kept its offset and
# size, and structs may only have grown at their end.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
newest=$(printf '%s\n' "$here"/layout-*.txt | sort -V | tail -1)
diff "$newest" <("$1")

# Lines "struct field offset size", and for each struct "struct aligned N".
fields() { awk '/^idn_/ { of = $1; print of, "aligned", $3; next } { print of, $0 }' OFS=' ' "$1" | sort; }
sizes() { awk '/^idn_/ { print $1, $2 }' "$1" | sort; }
for old in "$here"/layout-*.txt; do
  lost=$(comm -23 <(fields "$old") <(fields "$newest"))
  [ -z "$lost" ] || { printf '%s had:\n%s\n' "$(basename "$old")" "$lost"; exit 1; }
  join <(sizes "$old") <(sizes "$newest") |
    awk '$3 < $2 { print $1, "has shrunk"; bad = 1 } $3 > $2 && /^idn_(sample|point|polygon|colours)_t/ { print $1, "has grown"; bad = 1 }
      END { exit bad }'
done
echo "$(grep -c '^idn_' "$newest") structs as promised"
