// SPDX-License-Identifier: MIT
#include <windows.h>

#include "idn/io/send/clock.hpp"

namespace idn::io {
namespace {

std::int64_t ticks(const FILETIME& time) {
  return static_cast<std::int64_t>(std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime);
}

}  // namespace

Duration thread_cpu_time() noexcept {
  FILETIME created{}, ended{}, kernel{}, user{};
  GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
  return std::chrono::nanoseconds(100) * (ticks(kernel) + ticks(user));
}

}  // namespace idn::io
