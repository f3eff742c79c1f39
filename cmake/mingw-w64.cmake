# Toolchain: Windows programs built on Linux by MinGW-w64, and run there under Wine. They need no other DLLs.
# -DIDN_WINDOWS_PROCESSOR=i686 for 32 bits, as some hosts of plug-ins need; Wine runs these only with its 32-bit part installed.
set(IDN_WINDOWS_PROCESSOR x86_64 CACHE STRING "x86_64 or i686")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES IDN_WINDOWS_PROCESSOR)
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR ${IDN_WINDOWS_PROCESSOR})
set(idn_mingw ${IDN_WINDOWS_PROCESSOR}-w64-mingw32)
set(CMAKE_CXX_COMPILER ${idn_mingw}-g++-posix)  # of both variants, the one that has std::thread
set(CMAKE_RC_COMPILER ${idn_mingw}-windres)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)

set(CMAKE_FIND_ROOT_PATH /usr/${idn_mingw})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# There are no Windows packages of the libraries; their headers are the same on every system.
set(IDN_HEADERS_OF_HOST ON)

# Not the wrapper script of the package wine, which prints warnings if the 32-bit part is not installed. A separate
# prefix keeps ~/.wine unchanged.
if(IDN_WINDOWS_PROCESSOR STREQUAL "x86_64")
  find_program(IDN_WINE wine64 PATHS /usr/lib/wine)
else()
  find_program(IDN_WINE wine PATHS /usr/lib/wine)
endif()
if(IDN_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR env WINEPREFIX=${CMAKE_BINARY_DIR}/wine WINEDEBUG=-all
    ${CMAKE_CURRENT_LIST_DIR}/run_under_wine.sh ${IDN_WINE})
endif()
