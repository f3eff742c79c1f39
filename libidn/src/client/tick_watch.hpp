// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>

#include "idn/io/clock.hpp"

namespace idn::client {

/// A clock that notes which ticks are late, for `idn_sender doctor watch`: where the variable IDN_TICK_WATCH of
/// the environment names a file, each late tick writes one line there, with one call of the system. The file is
/// meant to be trace_marker of the kernel, among whose events the line then stands. Belongs to the tick thread.
class TickWatch final : public io::Clock {
 public:
  /// Null where nobody watches, or the file cannot be opened.
  static std::unique_ptr<TickWatch> open(io::Clock& clock);
  /// Writes lines of text to `file`.
  TickWatch(io::Clock& clock, std::FILE* file);
  ~TickWatch() override;
  TickWatch(const TickWatch&) = delete;
  TickWatch& operator=(const TickWatch&) = delete;

  TimePoint now() noexcept override { return clock_.now(); }
  /// Notes a wake-up that is later than SenderStats::kLateNs; of several in a row, which one delay makes late,
  /// the first.
  void wait_until(TimePoint deadline) noexcept override;
  /// After each tick: how many samples were missing so far.
  void starved(std::uint64_t samples) noexcept;

 private:
  io::Clock& clock_;
  std::FILE* file_;
  bool is_behind_ = false;
  bool starves_ = false;
  std::uint64_t starved_ = 0;
};

}  // namespace idn::client
