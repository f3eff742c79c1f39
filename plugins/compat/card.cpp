// SPDX-License-Identifier: MIT
#include "plugins/compat/card.hpp"

#include <algorithm>

namespace idn::plugins::compat {
namespace {

/// A thousand times this is longer than any frame that a host would wait for.
constexpr Duration kPollWait = std::chrono::milliseconds(2);

std::uint32_t rate_of(int wanted, const OutputSettings& settings) noexcept {
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
  output_.close();
  is_missing_ = false;
  is_shut_ = false;
}

CardState Card::state() {
  if (is_missing_ && !output_.is_open()) return CardState::NotThere;
  return player_.is_ready(kPollWait) ? CardState::Ready : CardState::Busy;
}

/// Open, and lit unless the host wants it dark; a device that has just turned up knows nothing of that.
bool Card::make_ready() {
  if (!output_.is_open() && (is_missing_ || !open())) return false;
  const auto device = output_.device();
  if (device) device->blackout(is_shut_);
  return device != nullptr;
}

Outcome Card::write(std::span<const LaserSample> samples, int rate, std::uint32_t passes,
                    WhileBusy while_busy) {
  if (samples.empty()) return stop();
  const std::lock_guard alone(writing_);
  if (!make_ready()) return note(Outcome::NotThere);
  if (while_busy == WhileBusy::Discard && !player_.is_ready()) return note(Outcome::Busy);
  const Playback playback{.rate = rate_of(rate, output_.settings()), .passes = passes};
  const auto written = player_.write(samples, playback, while_busy == WhileBusy::Wait);
  return note(written ? Outcome::Done : Outcome::NotThere);
}

Outcome Card::stop() {
  player_.stop();
  return note(Outcome::Done);
}

Outcome Card::set_shutter(bool is_open) {
  is_shut_ = !is_open;
  if (const auto device = output_.device()) device->blackout(is_shut_);
  return note(Outcome::Done);
}

EzAudDacRange Card::range_of(std::span<const AudioPoint> points) noexcept {
  return range_ == EzAudDacRange::Detect ? detector_.observe(points) : range_;
}

}  // namespace idn::plugins::compat
