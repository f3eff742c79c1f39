# Included by the folders with tests: clang compiles them in half the time of GCC, against the same standard library, and lld links them
# for Windows. The library and the programs under test remain those of GCC and its linker, as users have them.

# For Windows, without optimisation, GNU ld takes up to 46 s for a program, lld 0.2 s; GNU ar up to 65 s for a library, llvm-ar 0.3 s.
if(MINGW AND CMAKE_CROSSCOMPILING)
  find_program(IDN_LLD NAMES ld.lld ld.lld-19 ld.lld-18)
  if(IDN_LLD)
    string(APPEND CMAKE_EXE_LINKER_FLAGS " -fno-use-linker-plugin -wrapper ${PROJECT_SOURCE_DIR}/cmake/link_by_lld.sh,${IDN_LLD}")
  endif()
  find_program(IDN_LLVM_AR NAMES llvm-ar-19 llvm-ar-18 llvm-ar)
  if(IDN_LLVM_AR)
    set(CMAKE_AR ${IDN_LLVM_AR})
    set(CMAKE_RANLIB :)  # llvm-ar has written the index
  endif()
endif()

# GNU ld for Windows does not link what both compilers have compiled.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (NOT CMAKE_CROSSCOMPILING OR (IDN_LLD AND IDN_WINDOWS_PROCESSOR STREQUAL "x86_64")))
  find_program(IDN_CLANG NAMES clang++-19 clang++-18)
  if(IDN_CLANG)
    list(APPEND CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/cmake/compile_by_clang.sh ${IDN_CLANG})
  endif()
endif()

# Tests check the optimised library, but most need not be fast themselves: -O0 takes three quarters of the time to compile of -O1.
add_compile_options($<$<CONFIG:Release>:-O0>)
