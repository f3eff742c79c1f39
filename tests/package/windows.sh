#!/usr/bin/env bash
# Installs the library for Windows; builds external programs in C++ and C against it, by find_package in a cross build of their own, and
# by pkg-config; runs them. Usage: windows.sh BUILD_FOLDER_OR_SDK WORK_FOLDER COMMAND_THAT_RUNS_PROGRAMS...
set -euo pipefail
. "$(dirname "$0")/parts.sh"
build=$1 work=$2 run=("${@:3}")
rm -rf "$work"
mkdir -p "$work"

if [ -e "$build/CMakeCache.txt" ]; then
  for component in c_runtime c library; do
    cmake --install "$build" --prefix "$work/sdk" --component $component >/dev/null
  done
else
  cp -r "$build" "$work/sdk"
fi
cat >"$work/toolchain.cmake" <<EOF
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 $work/sdk)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
EOF

for language in installed installed_c; do
  echo "find_package: $language"
  cmake -S "$source/$language" -B "$work/$language" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$work/toolchain.cmake" \
    -DCMAKE_BUILD_TYPE=Release >/dev/null
  cmake --build "$work/$language" >"$work/built" || fail "$(cat "$work/built")"
  # As Windows does it: the DLL lies beside the program.
  [ $language = installed ] || cp "$work/sdk/bin/idn.dll" "$work/$language"
  "${run[@]}" "$work/$language/consumer.exe"
done

echo "pkg-config"
export PKG_CONFIG_LIBDIR=$work/sdk/lib/pkgconfig
# shellcheck disable=SC2046  # the flags are words
x86_64-w64-mingw32-g++-posix -std=c++20 -static "$source/consumer.cpp" -o "$work/consumer.exe" $(pkg-config --cflags --libs idn++)
"${run[@]}" "$work/consumer.exe"
# shellcheck disable=SC2046
x86_64-w64-mingw32-gcc-posix -std=c11 -static "$source/consumer.c" -o "$work/consumer_in_c.exe" $(pkg-config --cflags idn) \
  -Wl,-Bstatic -l:libidn.a $(pkg-config --static --libs idn)
"${run[@]}" "$work/consumer_in_c.exe"
