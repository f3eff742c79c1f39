// SPDX-License-Identifier: MIT
#include <windows.h>

#include "plugins/common/platform/module.hpp"

namespace idn::plugins::platform {
namespace {

/// An address in this module, by which the system finds it.
const char kHere = 0;

HMODULE this_module(DWORD flags) noexcept {
  HMODULE module = nullptr;
  GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | flags, &kHere, &module);
  return module;
}

}  // namespace

std::string module_path() {
  std::string path(32768, '\0');
  const HMODULE module = this_module(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT);
  path.resize(GetModuleFileNameA(module, path.data(), static_cast<DWORD>(path.size())));
  return path;
}

ModuleReference::ModuleReference() noexcept : module_(this_module(0)) {}

ModuleReference::~ModuleReference() {
  if (module_ != nullptr) FreeLibrary(static_cast<HMODULE>(module_));
}

}  // namespace idn::plugins::platform
