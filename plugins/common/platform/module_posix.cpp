// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <filesystem>
#include <string_view>

#include "plugins/common/platform/module.hpp"

namespace idn::plugins::platform {
namespace {

/// An address in this module, for dladdr().
const char kHere = 0;

const char* path_of_module() noexcept {
  Dl_info info{};
  return dladdr(&kHere, &info) != 0 ? info.dli_fname : nullptr;
}

}  // namespace

std::string module_path() {
  const char* const path = path_of_module();
  if (path == nullptr) return {};
  // On Linux a program has the name by which it was called: that of a program from PATH is no path.
  std::error_code error;
  if (std::string_view(path).find('/') == std::string_view::npos)
    if (const auto program = std::filesystem::read_symlink("/proc/self/exe", error); !error)
      return program.string();
  return path;
}

ModuleReference::ModuleReference() noexcept {
  // RTLD_NOLOAD: only adds a reference to a module that is loaded; null for a program, which dlopen() rejects.
  if (const char* const path = path_of_module()) module_ = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
}

ModuleReference::~ModuleReference() {
  if (module_ != nullptr) dlclose(module_);
}

}  // namespace idn::plugins::platform
