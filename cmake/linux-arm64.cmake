# Toolchain: programs for 64-bit ARM Linux with glibc 2.36 (Debian 12) or later, built on another Linux by zig and tested
# there under qemu. They contain libc++.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(idn_zig_target aarch64-linux-gnu.2.36)
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)

find_program(IDN_QEMU qemu-aarch64)
if(IDN_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${IDN_QEMU} -L /usr/aarch64-linux-gnu)  # the folder of Debian's libc6-arm64-cross
endif()
