// SPDX-License-Identifier: MIT
// Included before everything else by all that uses the library. On systems without a futex the semaphore of GCC
// 12 has a lost wake-up: it checks its counter before it locks, and misses a release in between. A
// std::stop_callback that is destroyed while its stop is requested then waits for ever. Without that semaphore
// <stop_token> uses one of its own, which yields in a loop.
#include <semaphore>
#undef __cpp_lib_semaphore
#include <stop_token>
