// SPDX-License-Identifier: MIT
// Included before everything else by cmake/mingw-w64.cmake. Where the system has no futex, the semaphore of GCC
// 12 looks at its counter before it locks, so that a release in between wakes nobody: a std::stop_callback that
// is destroyed while its stop is requested then waits for ever. Without that semaphore <stop_token> brings its
// own, which yields until it is its turn.
#include <semaphore>
#undef __cpp_lib_semaphore
#include <stop_token>
