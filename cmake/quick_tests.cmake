# Included by the folders with tests: compiles and links them faster than the library and the programs under test, which remain those
# of GCC and its linker, as users have them.
include(${CMAKE_CURRENT_LIST_DIR}/by_clang.cmake)

# Tests check the optimised library, but most need not be fast themselves: -O0 takes three quarters of the time to compile of -O1.
add_compile_options($<$<CONFIG:Release>:-O0>)
