# Toolchain: programs for this Linux with clang's standard library, libc++, without its experimental parts. Of version 19, it has no
# std::jthread, as those of Xcode, Android and FreeBSD of its time. Debian's libraries of C++ are built for GCC's standard library, so
# only their headers are used, as in a cross build.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_HOST_SYSTEM_PROCESSOR})
find_program(IDN_CLANG NAMES clang++-19 clang++-18 REQUIRED)
string(REPLACE "clang++" "clang" idn_clang_c ${IDN_CLANG})
set(CMAKE_C_COMPILER ${idn_clang_c})
set(CMAKE_CXX_COMPILER ${IDN_CLANG})
set(CMAKE_CXX_FLAGS_INIT "-stdlib=libc++")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-fuse-ld=lld")
set(CMAKE_CROSSCOMPILING_EMULATOR env)  # programs run here
set(IDN_HEADERS_OF_HOST ON)
