#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that idn_plugins finds the plug-ins installed with it, whatever the prefix, and links them under the names that hosts use.
# Usage: installed.sh BUILD_FOLDER TEMPORARY_FOLDER
set -euo pipefail
build=$1 place=$2
rm -rf "$place"
mkdir -p "$place/home"
export HOME=$place/home
unset XDG_DATA_HOME
fail() { echo "FAILED: $*" >&2; exit 1; }
for component in runtime plugins; do  # the first has libidn++.so, if that is shared
  DESTDIR='' cmake --install "$build" --component $component --prefix "$place/prefix" >/dev/null
done
tool=$place/prefix/bin/idn_plugins
# The link must lead to the installed library, not to that of the build folder.
leads_to() { case $(realpath "$1") in "$(realpath "$place/prefix")"/*/"$2") ;; *) fail "$1 leads to $(realpath "$1")" ;; esac; }

is_copy() { [ -f "$1" ] && [ ! -L "$1" ] || fail "$1 is no copy"; }

"$tool" link --for libera
is_copy "$HOME/.local/share/libera/plugins/libidn_libera.so"
XDG_DATA_HOME=$place/data "$tool" link --for libera
is_copy "$place/data/libera/plugins/libidn_libera.so"
"$tool" link "$HOME/host" --for helios
for name in libHeliosDacAPI.so libHeliosDACAPI.so libHeliosLaserDAC.so; do leads_to "$HOME/host/$name" libidn_helios.so; done
"$tool" link "$HOME/sandbox" --for helios --copy
is_copy "$HOME/sandbox/libHeliosDacAPI.so"
"$tool" link "$HOME/names"
[ "$(cd "$HOME/names" && echo *)" = "helios libera" ] || fail "folders: $(ls "$HOME/names")"
rm "$place/prefix"/lib*/idn/libidn_libera.so "$place/prefix"/lib*/*/idn/libidn_libera.so 2>/dev/null || true
if "$tool" link "$HOME/none" --for libera 2>"$place/said"; then fail "a library that is gone was found"; fi
grep "libidn_libera.so is not installed" "$place/said"
