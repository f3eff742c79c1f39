#!/usr/bin/env bash
# Checks that a plug-in exports exactly the names in its list. Usage: check_exports.sh LIBRARY LIST.def
# NAME @N in the list, or in a comment ";  NAME @N" of it: __stdcall with N octets of arguments in a 32-bit DLL; others are __cdecl.
set -euo pipefail
export LC_ALL=C
names() { sed -n 's/^  \([A-Za-z_0-9]*\).*/\1/p' "$1" | sort; }
conventions() {
  awk '
    /^;?  [A-Za-z_0-9]+ @[0-9]+$/ { all[$(NF - 1)] = $(NF - 1) $NF; next }
    /^  [A-Za-z_0-9]+/ && !($1 in all) { all[$1] = $1 }
    END { for (name in all) print all[name] }' "$1" | sort
}
objdump=${OBJDUMP:-x86_64-w64-mingw32-objdump}
case $1 in
  *.dll) exports() { "$objdump" -p "$1" | sed -n '/^\[Ordinal.Name Pointer/,/^$/s/^\t\[ *[0-9]*\] //p' | sort; } ;;
  *) exports() { nm -D --defined-only "$1" | awk '$2 != "A" { print $NF }' | sort; } ;;
esac
diff <(names "$2") <(exports "$1")
echo "$(names "$2" | wc -l) functions, and nothing else"
case $1 in *.dll) ;; *) exit 0 ;; esac

# It may depend only on DLLs that every Windows has.
strange=$("$objdump" -p "$1" | sed -n 's/^\tDLL Name: //p' | grep -viE '^(kernel32|msvcrt|ws2_32|mswsock|winmm|iphlpapi|avrt|advapi32)\.dll$' || true)
if [ -n "$strange" ]; then
  echo "It needs other DLLs: $strange"
  exit 1
fi

# Symbols contain the calling convention only in 32-bit DLLs, which also have the undecorated names made by the linker.
[[ $("$objdump" -f "$1") == *pei-i386* ]] || exit 0
symbols() {
  "$objdump" -t "$1" | awk '
    $NF !~ /^_[A-Za-z_0-9]+(@[0-9]+)?$/ { next }
    { name = base = substr($NF, 2); sub(/@.*/, "", base) }
    name != base || !(base in all) { all[base] = name }
    END { for (base in all) print all[base] }' | sort
}
diff <(conventions "$2") <(symbols "$1" | grep -xE "($(names "$2" | paste -sd '|'))(@[0-9]+)?")
echo "$(conventions "$2" | grep -c @ || true) are __stdcall with their arguments, the others __cdecl"
