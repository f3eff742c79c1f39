// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace idn::test {

/// A variable of the environment; at the end it is as before. Tests without other threads only.
class SetVariable {
 public:
  SetVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~SetVariable() { set(before_.value_or("")); }
  SetVariable(const SetVariable&) = delete;
  SetVariable& operator=(const SetVariable&) = delete;

 private:
  /// To an empty text: as good as not set, for all that is tested with it.
  void set(const std::string& value) {
#ifdef _WIN32
    _putenv_s(name_, value.c_str());
#else
    setenv(name_, value.c_str(), 1);
#endif
  }

  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace idn::test
