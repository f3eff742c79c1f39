# Toolchain: programs for Apple silicon, macOS 13 and later, built on Linux by zig. They need no other files there.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)
set(idn_zig_target aarch64-macos.13.0)
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
