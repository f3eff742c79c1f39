// SPDX-License-Identifier: MIT
#include "client/engine/tick_watch.hpp"

#include <array>
#include <cinttypes>
#include <cstdlib>

#include "stream/send/sender_stats.hpp"

namespace idn::client {
namespace {

constexpr Duration kLate{stream::SenderStats::kLateNs};

std::int64_t nanoseconds(TimePoint time) {
  return time.time_since_epoch().count();
}

}  // namespace

std::unique_ptr<TickWatch> TickWatch::open(io::Clock& clock) {
  const char* const path = std::getenv("IDN_TICK_WATCH");
  if (path == nullptr || *path == '\0') return nullptr;
  std::FILE* const file = std::fopen(path, "a");
  return file == nullptr ? nullptr : std::make_unique<TickWatch>(clock, file);
}

/// Unbuffered: each line leaves with the call that writes it.
TickWatch::TickWatch(io::Clock& clock, std::FILE* file) : clock_(clock), file_(file) {
  std::setvbuf(file_, nullptr, _IONBF, 0);
  std::fputs("idn_thread\n", file_);
}

TickWatch::~TickWatch() {
  std::fclose(file_);
}

void TickWatch::wait_until(TimePoint deadline) noexcept {
  const TimePoint called = clock_.now();
  clock_.wait_until(deadline);
  on_wake_up(deadline, called, clock_.now());
}

void TickWatch::on_wake_up(TimePoint deadline, TimePoint called, TimePoint woke) noexcept {
  const bool follows = is_late_ && called >= deadline;
  is_late_ = woke - deadline > kLate;
  if (!is_late_ || follows) return;
  std::array<char, 128> line;
  const int length =
      std::snprintf(line.data(), line.size(), "idn_late due=%" PRId64 " called=%" PRId64 " woke=%" PRId64 "\n",
                    nanoseconds(deadline), nanoseconds(called), nanoseconds(woke));
  std::fwrite(line.data(), 1, static_cast<std::size_t>(length), file_);
}

void TickWatch::on_missing_samples(std::uint64_t total) noexcept {
  const bool is_in_underrun = total > missing_samples_;
  missing_samples_ = total;
  if (is_in_underrun && !is_in_underrun_) std::fputs("idn_starved\n", file_);
  is_in_underrun_ = is_in_underrun;
}

}  // namespace idn::client
