// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace idn::io::platform {

/// "1, 3".
std::string list_of(const std::vector<unsigned>& processors);

/// Keeps the calling thread on some processors, until it is destroyed on the same thread.
class Affinity {
 public:
  Affinity();
  ~Affinity();

  std::error_code bind(const std::vector<unsigned>& processors) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
