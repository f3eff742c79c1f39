# Included by the toolchains that cross-compile by zig, whose clang brings libc++ and the C library of every system
# along. They set idn_zig_target. zig is found in PATH; scripts/cross installs it.
if(NOT CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux")
  message(FATAL_ERROR "Cross builds by zig run on Linux")
endif()
find_program(IDN_ZIG zig REQUIRED)

# CMake wants programs of one word.
function(idn_zig_tool variable name arguments)
  set(path ${CMAKE_BINARY_DIR}/zig-${name})
  file(CONFIGURE OUTPUT ${path} CONTENT "#!/bin/sh\nexec \"${IDN_ZIG}\" ${arguments} \"$@\"\n" @ONLY)
  file(CHMOD ${path} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  set(${variable} ${path} CACHE FILEPATH "" FORCE)
endfunction()
idn_zig_tool(CMAKE_C_COMPILER cc "cc -target ${idn_zig_target}")
idn_zig_tool(CMAKE_CXX_COMPILER c++ "c++ -target ${idn_zig_target}")
idn_zig_tool(CMAKE_AR ar ar)
idn_zig_tool(CMAKE_RANLIB ranlib ranlib)

if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  # libc++ reads <float.h> once. <math.h> of macOS, where it comes first, takes INFINITY from it and leaves the rest out;
  # in strict mode it is the other way round.
  set(CMAKE_CXX_FLAGS_INIT "-include cfloat -U__STRICT_ANSI__")
  # Zig has none; it is needed to install a shared library, which is not done here.
  set(CMAKE_INSTALL_NAME_TOOL true)
endif()

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR}/no_system_root)

# There are no packages of the libraries for these systems; their headers are the same on every one.
set(IDN_HEADERS_OF_HOST ON)
