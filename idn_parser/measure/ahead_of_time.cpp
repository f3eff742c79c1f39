// SPDX-License-Identifier: MIT
#include "idn_parser/measure/ahead_of_time.hpp"

#include "idn/analysis/time_axis.hpp"

namespace idn::parser {

void AheadOfTime::add(std::chrono::microseconds media, const capture::CapturePosition& at) {
  if (!first_) first_ = Reading{at.time, media};
  const auto elapsed_media = media - first_->media;
  if (std::chrono::abs(elapsed_media) > analysis::MediaClock::kLongestSpan) return;
  const Duration elapsed = at.time - first_->arrival;
  const Duration by = Duration(elapsed_media) - elapsed;
  if (by <= kTolerance + std::chrono::abs(elapsed) / 1'000'000 * kClockPpm) return;
  facts_.messages.add({at, by});
  if (by <= facts_.largest) return;
  facts_.largest = by;
  facts_.largest_at = at;
}

}  // namespace idn::parser
