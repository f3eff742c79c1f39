// SPDX-License-Identifier: MIT
#pragma once

/// Calling convention (and, elsewhere, visibility) of functions that hosts of DACs for Windows call. The .def
/// file of each library exports them under undecorated names.
#ifdef _WIN32
#define IDN_DAC_CALL __stdcall
#else
#define IDN_DAC_CALL __attribute__((visibility("default")))
#endif

namespace idn::plugins {

/// Lets no exception reach a host: out of memory, or no thread available.
/// @return the result of `body`, or `otherwise` if it throws
template <class Result, class Body>
Result guarded(Result otherwise, Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return otherwise;
  }
}

}  // namespace idn::plugins
