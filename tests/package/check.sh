#!/usr/bin/env bash
# Installs the library and builds external programs, in C++ and in C, against it: by find_package and pkg-config, without Boost,
# and by add_subdirectory, which compiles the library too.
# With dependencies by FetchContent it is only configured.
# Usage: check.sh BUILD_FOLDER WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/parts.sh"
build=$1 work=$2
rm -rf "$work"
mkdir -p "$work"

cmake --install "$build" --prefix "$work/prefix" >/dev/null
use_installed "$work"
use_installed_c "$work"
use_installed_c_static "$work"

echo "add_subdirectory"
cmake -S "$source/embedded" -B "$work/embedded" -G Ninja "${quickly[@]}" >/dev/null
cmake --build "$work/embedded" >"$work/built" || { cat "$work/built"; exit 1; }
"$work/embedded/consumer"
"$work/embedded/consumer_in_c"

echo "add_subdirectory, with dependencies by FetchContent"
cmake -S "$source/fetched" -B "$work/fetched" -G Ninja "${quickly[@]}" -DIDN_BUILD_APPS=ON >/dev/null

echo "installed tools"
"$work/prefix/bin/idn_sender" --version
