// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace idn::plugins::platform {

/// As the host has loaded it: the path of the library that this code is part of, or of the program; empty where
/// the system does not tell. Links are not followed.
std::string module_path();

/// The module that this code is part of stays in memory while this lives, even when its host unloads it:
/// threads run in it. The last one goes within a call of the host, which has a reference of its own then. Does
/// nothing in a program.
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
