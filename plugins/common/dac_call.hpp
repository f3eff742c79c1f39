// SPDX-License-Identifier: MIT
#pragma once

/// The calling convention of the interfaces of Windows DACs. Their names are in the .def file of each library,
/// undecorated.
#ifdef _WIN32
#define IDN_DAC_CALL __stdcall
#else
#define IDN_DAC_CALL __attribute__((visibility("default")))
#endif

namespace idn::plugins {

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

}  // namespace idn::plugins
