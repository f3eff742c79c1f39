# Sourced by scripts/test and .ci/run: one build folder per preset, made, built and tested.
#   preset_names, install_for_presets [--no-install] PRESET..., configure_preset PRESET [OPTION...], build_preset, test_preset PRESET
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
  # Without it the tests of the Python package say that they are skipped.
  [[ $wanted != *" release "* || -n ${options[*]} ]] || python_environment "$python_for_tests" "$nanobind" pytest mypy || true
}

configure_preset() {
  local options=(-DIDN_BUILD_TESTS=ON -DIDN_BUILD_BENCH=OFF)
  case $1 in
    release|dev) options+=(-DIDN_BUILD_BENCH=ON) ;;  # benchmarks say nothing under a sanitizer
    asan|tsan)  # half the time of GCC, and a sixth of the time of its linker
      options+=("-DCMAKE_CXX_COMPILER=$(clang_tool clang++)" -DCMAKE_{EXE,SHARED}_LINKER_FLAGS=-fuse-ld=lld)
      ;;
  esac
  [ "$1" != release ] || [ ! -e "$python_for_tests/packages" ] || options+=("-DPython_EXECUTABLE=$python_for_tests/bin/python")
  cmake --preset "$1" "${options[@]}" "${@:2}" >/dev/null
}

build_preset() { cmake --build --preset "$1"; }

test_preset() {
  local code=0 symbolizer
  symbolizer=$(clang_tool llvm-symbolizer 2>/dev/null || true)
  ASAN_SYMBOLIZER_PATH=$symbolizer ctest --preset "$1" || code=$?
  cat "build/$1"/tests/interop/results/*.txt 2>/dev/null || true  # what agreed with whom, and what was skipped
  return $code
}
