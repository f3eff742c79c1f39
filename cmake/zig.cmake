# Included by the toolchains that cross-compile by zig, whose clang contains libc++ and the C libraries of all systems.
# They set idn_zig_target. zig is searched for in PATH; scripts/cross installs it.
if(NOT CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux")
  message(FATAL_ERROR "Cross builds by zig run on Linux")
endif()
find_program(IDN_ZIG zig REQUIRED)

# CMake accepts no arguments in the name of a tool, so each tool is a script.
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
  # libc++ reads <float.h> only once. If <math.h> of macOS is included first, it takes only INFINITY from it, and the rest
  # is missing afterwards; in strict mode it is the other way round.
  set(CMAKE_CXX_FLAGS_INIT "-include cfloat -U__STRICT_ANSI__")
  # zig has none. Only the installation of shared libraries needs it, which is not done here.
  set(CMAKE_INSTALL_NAME_TOOL true)
endif()

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR}/no_system_root)

# There are no packages of the libraries for these systems; their headers are the same on every one.
set(IDN_HEADERS_OF_HOST ON)
