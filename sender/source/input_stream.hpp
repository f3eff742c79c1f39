// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>

namespace idn::sender {

inline constexpr int kStandardInput = 0;

/// Octets from a file descriptor: a pipe, a file or whatever else can be read. Threads: one.
class InputStream {
 public:
  /// Does not own `descriptor`. Makes a pipe as small as the system allows, since what waits there is late
  /// (Linux: a page); what was in it already is read first. Throws cli::Failure.
  explicit InputStream(int descriptor);
  ~InputStream();
  InputStream(const InputStream&) = delete;
  InputStream& operator=(const InputStream&) = delete;

  /// Blocks until there are octets. Returns how many; 0 at the end of the input and after a stop request.
  /// Throws cli::Failure where reading fails.
  std::size_t read(std::span<std::byte> out, std::stop_token stop);
  /// Octets of a pipe that read() gives without waiting, while somebody may still write to it. 0 of all else.
  std::size_t backlog() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::sender
