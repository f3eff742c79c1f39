#!/usr/bin/env bash
# Installs the built library and builds somebody else's program against it in three ways.
# Usage: check.sh BUILD_FOLDER WORK_FOLDER
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)
build=$1
work=$2
rm -rf "$work"
mkdir -p "$work"

cmake --install "$build" --prefix "$work/prefix" >/dev/null

echo "find_package"
cmake -S "$source/installed" -B "$work/installed" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/installed" >/dev/null
"$work/installed/consumer"

echo "pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name idn.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # the flags are words
"${CXX:-c++}" -std=c++20 "$source/consumer.cpp" -o "$work/by_pkg_config" $(pkg-config --cflags --libs idn)
"$work/by_pkg_config"

echo "add_subdirectory"
cmake -S "$source/embedded" -B "$work/embedded" -G Ninja >/dev/null
cmake --build "$work/embedded" >/dev/null
"$work/embedded/consumer"

echo "installed tools"
"$work/prefix/bin/idn_sender" --version
