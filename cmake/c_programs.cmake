# For examples and tests in C: the C compiler of the same toolchain as the C++ compiler.
if(NOT CMAKE_C_COMPILER)
  string(REPLACE "clang++" "clang" c_compiler "${CMAKE_CXX_COMPILER}")
  string(REPLACE "g++" "gcc" c_compiler "${c_compiler}")
  if(NOT c_compiler STREQUAL CMAKE_CXX_COMPILER AND EXISTS "${c_compiler}")  # for a compiler called c++, CMake finds cc by itself
    set(CMAKE_C_COMPILER "${c_compiler}")
  endif()
endif()
enable_language(C)

# Options of programs in C11 without extensions.
add_library(idn_c_program INTERFACE)
if(MSVC)
  target_compile_options(idn_c_program INTERFACE /W4 /WX /utf-8)
else()
  target_compile_options(idn_c_program INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
endif()
if(NOT WIN32)
  target_link_libraries(idn_c_program INTERFACE m)
endif()
if(IDN_SANITIZE)
  target_compile_options(idn_c_program INTERFACE -fsanitize=${IDN_SANITIZE})
  target_link_options(idn_c_program INTERFACE -fsanitize=${IDN_SANITIZE}
    $<$<LINK_LANG_AND_ID:C,Clang>:-fsanitize-link-c++-runtime>)
  target_link_libraries(idn_c_program INTERFACE stdc++)  # which the sanitizers need
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)

include(CheckIncludeFile)
check_include_file(threads.h IDN_HAS_THREADS_H)
