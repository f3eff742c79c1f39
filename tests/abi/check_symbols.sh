#!/usr/bin/env bash
# Checks that the library exports, and the header declares, exactly the functions in symbols.txt. Usage: check_symbols.sh LIBRARY
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
names() { grep '^idn_' "$here/symbols.txt" | sed 's/@.*//'; }

case $1 in
  *.dll) diff <(names) <(x86_64-w64-mingw32-objdump -p "$1" | sed -n '/^\[Ordinal.Name Pointer/,/^$/s/^\t\[ *[0-9]*\] //p' | sort) ;;
  *) diff "$here/symbols.txt" <(nm -D --defined-only "$1" | awk '$2 != "A" { print $NF }' | sort) ;;
esac
diff <(names) <(sed -n 's/^IDN_API.*[ *]\(idn_[a-z_]*\)(.*/\1/p' "$here/../../libidn/include/idn/idn.h" | sort)
echo "$(names | wc -l) functions, and nothing else"
