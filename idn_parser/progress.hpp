// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "cli/terminal.hpp"

namespace idn::parser {

/// " 42 %  [########            ]  312.5 MB/s, 3 s left"; without a bar where `total` is 0, which is unknown.
std::string progress_text(std::uint64_t octets, std::uint64_t total, double seconds);

/// Progress bar for reading large captures. Shows nothing if standard error is no terminal, nor in the first
/// half second.
class Progress {
 public:
  /// @param total octets to read; 0: unknown
  explicit Progress(std::uint64_t total) noexcept : total_(total) {}

  /// To be called once per datagram; true for one call in 4096, and only on a terminal.
  bool is_due() noexcept {
    constexpr std::uint32_t kDatagramsPerLook = 4096;
    return ++datagrams_ % kDatagramsPerLook == 0 && line_.is_active();
  }
  void show(std::uint64_t octets);

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t total_;
  std::uint32_t datagrams_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::milliseconds(500);
  cli::StatusLine line_;
};

}  // namespace idn::parser
