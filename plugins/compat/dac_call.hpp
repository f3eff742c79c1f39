// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The calling convention of these interfaces. Their names are in compat.def, undecorated; elsewhere than on
/// Windows there are no such hosts, and the library is built for tests alone.
#ifdef _WIN32
#define IDN_DAC_CALL __stdcall
#else
#define IDN_DAC_CALL __attribute__((visibility("default")))
#endif

namespace idn::plugins::compat {

/// Nothing is thrown at a host: out of memory, no thread to be had.
/// @return what `body` does, or `otherwise` where it throws
template <class Result, class Body>
Result guarded(Result otherwise, Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return otherwise;
  }
}

}  // namespace idn::plugins::compat
