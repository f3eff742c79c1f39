# Included by the folders with tests: compiles and links them faster than the library and the programs under test, which remain those
# of GCC and its linker, as users have them.

# For a Windows program without optimisation, GNU ld takes up to 46 s, lld 0.2 s.
if(MINGW AND CMAKE_CROSSCOMPILING)
  find_program(IDN_LLD NAMES ld.lld ld.lld-19 ld.lld-18)
  if(IDN_LLD)
    add_link_options(-fno-use-linker-plugin -wrapper ${PROJECT_SOURCE_DIR}/cmake/link_by_lld.sh,${IDN_LLD})
  endif()
endif()

# clang takes half the time of GCC. GNU ld for Windows does not link what both have compiled.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (NOT CMAKE_CROSSCOMPILING OR (IDN_LLD AND IDN_WINDOWS_PROCESSOR STREQUAL "x86_64")))
  find_program(IDN_CLANG NAMES clang++-19 clang++-18)
  if(IDN_CLANG)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/cmake/compile_by_clang.sh ${IDN_CLANG})
  endif()
endif()

# Tests check the optimised library, but most need not be fast themselves: -O0 takes three quarters of the time to compile of -O1.
add_compile_options($<$<CONFIG:Release>:-O0>)
