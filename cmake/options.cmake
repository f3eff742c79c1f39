# Warnings and sanitizers of our own build. They sit on one interface target, linked privately, so that a
# program which embeds or installs the library never inherits them.

set(IDN_SANITIZE "" CACHE STRING "Sanitizers, comma separated: address,undefined or thread")
option(IDN_WARNINGS_AS_ERRORS "Treat warnings as errors" ${PROJECT_IS_TOP_LEVEL})

add_library(idn_project_options INTERFACE)

# nlohmann_json without implicit conversions, which a compiler looks for in every comparison with a value: get<>() and value() instead.
target_compile_definitions(idn_project_options INTERFACE JSON_USE_IMPLICIT_CONVERSIONS=0)

# The macros min and max of <windows.h>.
if(WIN32)
  target_compile_definitions(idn_project_options INTERFACE NOMINMAX)
endif()

if(MSVC)
  target_compile_options(idn_project_options INTERFACE /W4 /permissive- /utf-8 /Zc:__cplusplus
    /bigobj  # a unity build with Boost.Asio has more sections than an object file may have without
    /wd4324  # alignas pads what two threads write into cache lines of their own, as it is meant to
    $<$<BOOL:${IDN_WARNINGS_AS_ERRORS}>:/WX>)
  # fopen and getenv are those of the standard, whose replacements (C4996) no other system has.
  target_compile_definitions(idn_project_options INTERFACE _CRT_SECURE_NO_WARNINGS)
else()
  target_compile_options(idn_project_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<BOOL:${IDN_WARNINGS_AS_ERRORS}>:-Werror>)
  if(MINGW)
    target_compile_options(idn_project_options INTERFACE -Wa,-mbig-obj)  # as /bigobj
  endif()
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in inlined std::string concatenation where there are none (GCC bug 105651).
  target_compile_options(idn_project_options INTERFACE -Wno-restrict)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (CMAKE_UNITY_BUILD OR NOT DEFINED CMAKE_UNITY_BUILD))
  # It treats sources that a unity build includes as headers, and warns of unnamed namespaces in them.
  target_compile_options(idn_project_options INTERFACE -Wno-subobject-linkage)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ uses its own deprecated std::get_temporary_buffer; clang warns of that at each call of stable_sort.
  target_compile_options(idn_project_options INTERFACE -Wno-deprecated-declarations
    # clang's -Wconversion includes it, for C++ too, GCC's does not. Fields that a designated initialiser omits have
    # their defaults.
    -Wno-sign-conversion -Wno-missing-designated-field-initializers)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 22)
    target_compile_options(idn_project_options INTERFACE -Wno-c2y-extensions)  # __COUNTER__, in every macro of Catch2
  endif()
elseif(IDN_BUILD_FUZZERS OR IDN_COVERAGE)
  message(FATAL_ERROR "Fuzzers and coverage need clang: add -DCMAKE_CXX_COMPILER=clang++-19, or use scripts/fuzz and scripts/coverage")
endif()

if(IDN_BUILD_FUZZERS)
  target_compile_options(idn_project_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(IDN_COVERAGE)
  target_compile_options(idn_project_options INTERFACE -fprofile-instr-generate -fcoverage-mapping)
  target_link_options(idn_project_options INTERFACE -fprofile-instr-generate)
endif()

if(IDN_SANITIZE)
  target_compile_options(idn_project_options INTERFACE
    -fsanitize=${IDN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(idn_project_options INTERFACE -fsanitize=${IDN_SANITIZE})
  if(IDN_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio uses atomic_thread_fence, which GCC warns that the thread sanitizer cannot follow.
    target_compile_options(idn_project_options INTERFACE -Wno-tsan)
  endif()
endif()

# idn_include_windows(SOURCE...): sources that include <windows.h>, which has to come before Asio's and leaves macros such as
# "interface" behind. They are excluded from unity builds.
function(idn_include_windows)
  if(WIN32)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()
