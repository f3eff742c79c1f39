# Sourced by scripts/test, .ci/run and others: configures, builds and tests presets, each in a build folder of its own.
#   preset_names, install_for_presets [--no-install] PRESET..., configure_preset PRESET [OPTION...], build_preset PRESET,
#   run_tests PRESET CTEST-OPTION..., test_preset PRESET
preset_names=(release dev asan tsan windows)
python_for_tests=$PWD/build/python-tests

install_for_presets() {
  local options=() wanted=" "
  if [ "${1:-}" = --no-install ]; then options=(--no-install); shift; fi
  wanted=" $* "
  local packages=()
  [ "$*" = windows ] || packages+=("${test_packages[@]}")
  [[ $wanted != *" windows "* ]] || packages+=("${windows_packages[@]}")
  [[ $wanted != *san\ * ]] || packages+=("${clang_packages[@]}")
  ensure_packages "${options[@]}" "${packages[@]}" || return
  # If they cannot be had, tests of the Python package are skipped with a note.
  if [[ $wanted == *" release "* && -z ${options[*]} ]]; then
    python_environment "$python_for_tests" "$nanobind" pytest mypy "${data_packages[@]}" "${fleet_packages[@]}" || true
    unpack_package nats-server
  fi
}

configure_preset() {
  local options=(-DIDN_BUILD_TESTS=ON -DIDN_BUILD_BENCH=OFF)
  case $1 in
    release|dev) options+=(-DIDN_BUILD_BENCH=ON) ;;  # under a sanitizer benchmarks are meaningless
    asan|tsan)  # clang takes half the time of GCC, lld a sixth of the time of its linker
      options+=("-DCMAKE_CXX_COMPILER=$(clang_tool clang++)" -DCMAKE_{EXE,SHARED}_LINKER_FLAGS=-fuse-ld=lld)
      ;;
  esac
  [ "$1" != release ] || [ ! -e "$python_for_tests/packages" ] || options+=("-DPython_EXECUTABLE=$python_for_tests/bin/python")
  cmake --preset "$1" "${options[@]}" "${@:2}" >/dev/null
}

build_preset() { cmake --build --preset "$@"; }

# Those whose result depends on time run after the others, some of which compile.
test_preset() {
  local code=0
  run_tests "$1" -LE timing || code=$?
  run_tests "$1" -L timing || code=$?
  cat "build/$1"/tests/interop/results/*.txt 2>/dev/null || true  # results by peer
  return $code
}

run_tests() {
  local code=0 symbolizer
  symbolizer=$(clang_tool llvm-symbolizer 2>/dev/null || true)
  ASAN_SYMBOLIZER_PATH=$symbolizer ctest --preset "$@" || code=$?
  # What was skipped, and why.
  awk '
    /^[0-9]+\/[0-9]+ Testing: / { sub(/^[^:]*: /, ""); test = $0 }
    sub(/^skipped: /, "") { print "skipped: " test ": " $0 }
  ' "build/$1/Testing/Temporary/LastTest.log"
  return $code
}
