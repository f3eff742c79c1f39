// SPDX-License-Identifier: MIT
#include "plugins/compat/card.hpp"

#include <algorithm>

namespace idn::plugins::compat {
namespace {

/// Longest block of one poll: a host that gives up after 1000 polls waits for 2 s, longer than usual frames.
constexpr Duration kPollWait = std::chrono::milliseconds(2);

std::uint32_t rate_of(int wanted, const ProjectorSettings& settings) noexcept {
  return wanted == 0 ? settings.rate : static_cast<std::uint32_t>(std::max(wanted, kLowestRate));
}

}  // namespace

std::string Card::problem() const {
  return output_.is_open() || is_missing_ ? output_.problem() : std::string();
}

bool Card::open() {
  is_missing_ = !output_.open();
  return !is_missing_;
}

void Card::close() {
  player_.stop();
  output_.finish();
  is_missing_ = false;
}

CardState Card::state() {
  if (is_missing_ && !output_.is_open()) return CardState::Missing;
  return player_.is_ready(kPollWait) ? CardState::Ready : CardState::Busy;
}

bool Card::make_ready() {
  if (!output_.is_open() && (is_missing_ || !open())) return false;
  return output_.is_open();
}

CallResult Card::write(std::span<const LaserSample> samples, int rate, std::uint32_t passes,
                       WhileBusy while_busy) {
  if (samples.empty()) return stop();
  const std::lock_guard alone(writing_);
  if (!make_ready()) return record(CallResult::Missing);
  if (while_busy == WhileBusy::Discard && !player_.is_ready()) return record(CallResult::Busy);
  const PlayRequest playback{.rate = rate_of(rate, output_.settings()), .passes = passes};
  const auto written = player_.write(samples, playback, while_busy == WhileBusy::Wait);
  return record(written ? CallResult::Done : CallResult::Missing);
}

CallResult Card::stop() {
  player_.stop();
  return record(CallResult::Done);
}

CallResult Card::set_shutter(bool is_open) {
  output_.arm(is_open);
  return record(CallResult::Done);
}

EzAudDacRange Card::range_of(std::span<const AudioPoint> points) noexcept {
  return range_ == EzAudDacRange::Detect ? detector_.observe(points) : range_;
}

}  // namespace idn::plugins::compat
