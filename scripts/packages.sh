# Sourced by the other scripts: prints their help; finds, lists and installs missing packages.
#   ensure_packages [--no-install] PACKAGE...
#   python_environment FOLDER PACKAGE...
#   unpack_package PACKAGE
#   install_zig
# A name may hold alternatives, "a|b": any installed one will do, the first available one is installed.

ensure_packages() {
  local install=yes missing=() wanted name choice
  if [ "${1:-}" = --no-install ]; then install=no; shift; fi
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This system has no apt-get; please check that these are installed: $*" >&2
    return 0
  fi
  for wanted in "$@"; do
    for name in ${wanted//|/ }; do is_installed "$name" && continue 2; done
    missing+=("$wanted")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  if [ "$install" = yes ]; then
    echo "Installing missing packages: ${missing[*]}" >&2
    "${sudo[@]}" apt-get update -qq
  fi
  local names=()
  for wanted in "${missing[@]}"; do
    choice=${wanted%%|*}
    for name in ${wanted//|/ }; do
      if apt-cache show "$name" >/dev/null 2>&1; then choice=$name; break; fi
    done
    names+=("$choice")
  done
  if [ "$install" = no ]; then
    echo "Missing packages; install them with:" >&2
    echo "  ${sudo[*]}${sudo:+ }apt-get install -y --no-install-recommends ${names[*]}"
    return 1
  fi
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${names[@]}" >/dev/null
}

# Makes a virtual environment in FOLDER: the packages of the system's Python, and those named, from the Python index. Returns 1
# if they cannot be installed.
python_environment() {
  local folder=$1
  shift
  [ "$(cat "$folder/packages" 2>/dev/null)" != "$*" ] || return 0
  rm -rf "$folder"
  if /usr/bin/python3 -m venv --system-site-packages "$folder" &&
    "$folder/bin/pip" install -q --disable-pip-version-check --retries 1 "$@"; then
    echo "$*" >"$folder/packages"
  else
    rm -rf "$folder"
    echo "Cannot install from the Python index: $*" >&2
    return 1
  fi
}

# Puts `zig` into PATH, where cmake/zig.cmake looks for it. Returns 1 if it cannot be installed.
install_zig() {
  local folder=$PWD/build/python-zig
  python_environment "$folder" ziglang==0.17.1 || return
  ln -sf "$("$folder/bin/python" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig" "$folder/bin/zig"
  PATH=$folder/bin:$PATH
}

# Unpacks a package into build/unpacked/PACKAGE: a server that is installed would begin to serve.
unpack_package() {
  local folder=build/unpacked
  [ ! -e "$folder/$1" ] || return 0
  mkdir -p "$folder"
  (cd "$folder" && apt-get download -qq "$1" && dpkg -x "$1"_*.deb "$1" && rm "$1"_*.deb) || echo "Cannot download $1" >&2
}

# Prints the comment at the head of a script.
print_usage() { sed -n '2,/^[^#]/s/^# //p' "$1"; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# libboost-dev of Debian 12 is 1.74, which is sufficient if already installed; newer versions are preferred.
build_packages=(g++ cmake ninja-build pkg-config
  "libboost1.81-dev|libboost1.83-dev|libboost-dev|libboost1.74-dev" libexpected-dev libfmt-dev libcli11-dev
  nlohmann-json3-dev libtomlplusplus-dev libpng-dev librsvg2-dev libsndfile1-dev libsamplerate0-dev portaudio19-dev librtmidi-dev qt6-base-dev)
# clang, since it compiles tests in half the time of GCC.
test_packages=("${build_packages[@]}" "clang-19|clang-18" "libc++-19-dev|libc++-18-dev" catch2 librapidcheck-dev libbenchmark-dev tshark
  python3 python3-dev python3-numpy python3-venv iproute2 qemu-system-x86 cpio jackd2 libjack-jackd2-dev liblo-dev desktop-file-utils shared-mime-info)
# The interop tests build a Rust crate; a cargo that is there already, from rustup for example, will do.
command -v cargo >/dev/null || test_packages+=(cargo)
# Of the libraries only the headers are used; of catch2 version 2.
windows_packages=(cmake ninja-build pkg-config g++-mingw-w64-x86-64-posix wine64 "clang-19|clang-18" "lld-19|lld-18" "llvm-19|llvm-18"
  "libboost1.81-dev|libboost1.83-dev|libboost-dev|libboost1.74-dev" libexpected-dev libfmt-dev libcli11-dev
  nlohmann-json3-dev libtomlplusplus-dev catch2)
windows32_packages=("${windows_packages[@]}" g++-mingw-w64-i686-posix)
# zig itself comes from the Python index.
cross_packages=(cmake ninja-build python3 python3-venv
  "libboost1.81-dev|libboost1.83-dev|libboost-dev|libboost1.74-dev" libexpected-dev libfmt-dev libcli11-dev
  nlohmann-json3-dev libtomlplusplus-dev)
libcxx_packages=("clang-19|clang-18" "lld-19|lld-18" "libc++-19-dev|libc++-18-dev" "libc++abi-19-dev|libc++abi-18-dev")
arm64_test_packages=(catch2 qemu-user libc6-arm64-cross)
packaging_packages=(dpkg-dev lintian gzip man-db libjack-jackd2-dev)
# From the Python index: Debian 12 has no package.
nanobind=nanobind==3.1.0
# Those of the extras `data` and `fleet` in python/pyproject.toml.
data_packages=(pyarrow "numpy>=2" distributed duckdb)
fleet_packages=(nats-py nkeys rich)
clang_packages=("clang-19|clang-18" "libclang-rt-19-dev|libclang-rt-18-dev" "llvm-19|llvm-18" "lld-19|lld-18")

lint_packages=(clang-format-19 clang-tidy-19)

# Prints the path of the newest installed version of an LLVM tool, for example clang++.
clang_tool() {
  local version
  for version in -19 -18 ""; do
    command -v "$1$version" && return 0
  done
  echo "$1 is missing" >&2
  return 3
}
