// SPDX-License-Identifier: MIT
#include "io/platform/thread_setup.hpp"

#include <windows.h>

#include <array>

namespace idn::io::platform {

/// Windows before version 1607 has no names.
void set_up_thread(const char* name) noexcept {
  using SetDescription = HRESULT(WINAPI*)(HANDLE, PCWSTR);
  const auto address = GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "SetThreadDescription");
  if (address == nullptr) return;
  std::array<wchar_t, 16> wide{};
  for (std::size_t i = 0; i + 1 < wide.size() && name[i] != '\0'; ++i) wide[i] = static_cast<wchar_t>(name[i]);
  reinterpret_cast<SetDescription>(reinterpret_cast<void*>(address))(GetCurrentThread(), wide.data());
}

}  // namespace idn::io::platform
