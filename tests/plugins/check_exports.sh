#!/usr/bin/env bash
# Does a plug-in show the names in its list, and nothing else? Usage: check_exports.sh LIBRARY LIST.def
set -euo pipefail
export LC_ALL=C
names() { sed -n 's/^  \([A-Za-z_0-9]*\).*/\1/p' "$1" | sort; }
case $1 in
  *.dll) exports() { "${OBJDUMP:-x86_64-w64-mingw32-objdump}" -p "$1" | sed -n '/^\[Ordinal.Name Pointer/,/^$/s/^\t\[ *[0-9]*\] //p' | sort; } ;;
  *) exports() { nm -D --defined-only "$1" | awk '$2 != "A" { print $NF }' | sort; } ;;
esac
diff <(names "$2") <(exports "$1")
echo "$(names "$2" | wc -l) functions, and nothing else"
# What it takes of the system is there on every Windows.
case $1 in
  *.dll)
    strange=$("${OBJDUMP:-x86_64-w64-mingw32-objdump}" -p "$1" | sed -n 's/^\tDLL Name: //p' | grep -viE '^(kernel32|msvcrt|ws2_32|mswsock|winmm|iphlpapi|avrt|advapi32)\.dll$' || true)
    if [ -n "$strange" ]; then
      echo "It needs other DLLs: $strange"
      exit 1
    fi ;;
esac
