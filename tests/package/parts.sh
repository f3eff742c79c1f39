# Sourced by the checks of the package.
source=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$source/../.." && pwd)
quickly=(-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG= -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0)
# By clang if installed: in half the time of GCC, by which the installed library of the build under test is compiled.
if compiler=$(. "$project/scripts/packages.sh" && clang_tool clang++ 2>/dev/null); then
  quickly+=(-DCMAKE_CXX_COMPILER="$compiler")
fi

fail() { echo "$*" >&2; exit 1; }

# Builds and runs the external C++ program with the library installed in $1/prefix.
use_installed() {
  local work=$1
  echo "find_package, without Boost"
  cmake -S "$source/installed" -B "$work/installed" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON --no-warn-unused-cli >/dev/null
  cmake --build "$work/installed" >/dev/null
  ! ninja -C "$work/installed" -t deps | grep /boost/ || fail "a public header includes Boost"
  "$work/installed/consumer"
  ! "$work/installed/report" "$source/consumer.cpp" 2>"$work/refused" && grep "unknown file format" "$work/refused" >/dev/null ||
    fail "the report takes any file"

  echo "pkg-config"
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name idn++.pc)")
  export PKG_CONFIG_PATH
  # shellcheck disable=SC2046  # the flags are words
  "${CXX:-c++}" -std=c++20 "$source/consumer.cpp" -o "$work/by_pkg_config" $(pkg-config --cflags --libs idn++) \
    -Wl,-rpath,"$(pkg-config --variable=libdir idn++)"
  "$work/by_pkg_config"
}

# Builds and runs the external C program: by find_package in a project without C++, Boost and tl::expected, and by pkg-config.
use_installed_c() {
  local work=$1
  echo "find_package in C"
  cmake -S "$source/installed_c" -B "$work/installed_c" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON -DCMAKE_DISABLE_FIND_PACKAGE_tl-expected=ON --no-warn-unused-cli >/dev/null
  cmake --build "$work/installed_c" >/dev/null
  ! ninja -C "$work/installed_c" -t deps | grep -E '/boost/|/tl/|\.hpp$' || fail "idn.h includes C++"
  "$work/installed_c/consumer"

  echo "pkg-config in C"
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name idn.pc)")
  export PKG_CONFIG_PATH
  # shellcheck disable=SC2046  # the flags are words
  "${CC:-cc}" -std=c11 "$source/consumer.c" -o "$work/c_by_pkg_config" $(pkg-config --cflags --libs idn) \
    -Wl,-rpath,"$(pkg-config --variable=libdir idn)"
  # Not grep -q, which ends at the first match: ldd would then write to a closed pipe and fail.
  ldd "$work/c_by_pkg_config" | grep 'libidn\.so\.1 => '"$work" >/dev/null || fail "it does not use the installed libidn.so.1"
  "$work/c_by_pkg_config"
}

# Builds and runs the external C program with libidn.a and libidn++.a, if both are installed.
use_installed_c_static() {
  local work=$1
  echo "pkg-config in C, static"
  # shellcheck disable=SC2046  # the flags are words
  "${CC:-cc}" -std=c11 "$source/consumer.c" -o "$work/c_static" $(pkg-config --cflags idn) -Wl,-Bstatic \
    $(pkg-config --static --libs idn | sed 's/-lstdc++ -lm/-Wl,-Bdynamic &/')
  ! ldd "$work/c_static" | grep libidn || fail "it is not static"
  "$work/c_static"
}
