#!/usr/bin/env bash
# Installs the library and builds external programs, in C++ and in C, against it: by find_package and pkg-config, without Boost,
# and by add_subdirectory, which compiles the library too.
# With dependencies by FetchContent and with libc++ it is only configured, and one source compiled.
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

echo "a missing dependency: what to do; downloaded on request, here from a folder"
options=(-G Ninja "${quickly[@]}" -DCMAKE_DISABLE_FIND_PACKAGE_tl-expected=ON)
! cmake -S "$source/embedded" -B "$work/missing" "${options[@]}" >/dev/null 2>"$work/refused" || fail "it is not missed"
for remedy in "apt-get install libexpected-dev" "vcpkg install tl-expected" -DIDN_FETCH_DEPENDENCIES=ON; do
  tr -s ' \n' ' ' <"$work/refused" | grep -e "$remedy" >/dev/null || fail "no word of: $remedy"
done
cmake -S "$source/embedded" -B "$work/missing" "${options[@]}" -DIDN_FETCH_DEPENDENCIES=ON \
  -DFETCHCONTENT_SOURCE_DIR_TL-EXPECTED="$work/fetched/tl-expected" >/dev/null

echo "libc++"
if compiler=$(. "$project/scripts/packages.sh" && clang_tool clang++) &&
  "$compiler" -stdlib=libc++ -fsyntax-only -x c++ - <<<"#include <version>" 2>/dev/null; then
  cmake -S "$source/embedded" -B "$work/libcxx" -G Ninja "${quickly[@]}" -DCMAKE_UNITY_BUILD=OFF \
    -DCMAKE_CXX_FLAGS=-stdlib=libc++ >/dev/null
  ninja -C "$work/libcxx" "$source/consumer.cpp^" >"$work/built" || { cat "$work/built"; exit 1; }
else
  echo "skipped: no check with libc++: it is missing (Debian: libc++-19-dev)"
fi

echo "installed tools"
"$work/prefix/bin/idn_sender" --version
