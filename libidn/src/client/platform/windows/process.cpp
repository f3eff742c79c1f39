// SPDX-License-Identifier: MIT
#include "client/platform/process.hpp"

#include <windows.h>

#include <cstring>

namespace idn::client::platform {

long process_id() noexcept {
  return 0;  // there is no fork
}

/// A DLL destroys its static objects after the process has ended its other threads or, when it is unloaded,
/// under the loader lock, which those threads need to end.
bool threads_run_at_end() noexcept {
  return false;
}

bool has_ended_threads() noexcept {
  using Asked = BOOLEAN(WINAPI*)();
  const HMODULE system = GetModuleHandleA("ntdll.dll");
  if (system == nullptr) return false;
  const FARPROC found = GetProcAddress(system, "RtlDllShutdownInProgress");
  Asked asked = nullptr;
  static_assert(sizeof asked == sizeof found);
  std::memcpy(&asked, &found, sizeof asked);
  return asked != nullptr && asked() != FALSE;
}

}  // namespace idn::client::platform
