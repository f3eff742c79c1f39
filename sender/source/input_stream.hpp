// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "idn/stop_token.hpp"

namespace idn::sender {

inline constexpr int kStandardInput = 0;

/// Reads octets from a file descriptor: a pipe, a file, a terminal. Threads: one.
class InputStream {
 public:
  /// Does not own `descriptor`. Makes a pipe as small as the system allows (Linux: a page), since samples that
  /// wait in it are late; what was in it already is read first. Throws cli::Failure.
  explicit InputStream(int descriptor);
  ~InputStream();
  InputStream(const InputStream&) = delete;
  InputStream& operator=(const InputStream&) = delete;

  /// Blocks until there are octets. @return how many; 0 at the end of the input and after a stop request.
  /// Throws cli::Failure if reading fails.
  std::size_t read(std::span<std::byte> out, stop_token stop);
  /// Octets that read() returns without waiting from a pipe that still has a writer; 0 for all other inputs.
  std::size_t backlog() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::sender
