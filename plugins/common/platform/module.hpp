// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace idn::plugins::platform {

/// Path of the library or program that this code is part of, as the host has loaded it; empty if unknown. Links
/// to libraries are not resolved.
std::string module_path();

/// Keeps the module that this code is part of in memory, even if its host unloads it, since threads run in it.
/// The last object must be destroyed within a call of the host, during which the host has a reference of its
/// own. Does nothing in a program.
class ModuleReference {
 public:
  ModuleReference() noexcept;
  ~ModuleReference();
  ModuleReference(const ModuleReference&) = delete;
  ModuleReference& operator=(const ModuleReference&) = delete;

 private:
  void* module_ = nullptr;
};

}  // namespace idn::plugins::platform
