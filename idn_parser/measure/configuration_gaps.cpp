// SPDX-License-Identifier: MIT
#include "idn_parser/measure/configuration_gaps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace idn::parser {

std::string ConfigurationGaps::limit_text() {
  return fmt::format("{} ms plus {} ms of tolerance (IDN-Stream, section 2.4: repeat it every 200 or 250 ms)",
                     kLongest / std::chrono::milliseconds(1), kTolerance / std::chrono::milliseconds(1));
}

void ConfigurationGaps::add_configuration(std::chrono::microseconds media, Duration arrival) {
  if (configured_ && arrival < configured_at_) return;
  close(media, arrival);
  configured_ = media;
  configured_at_ = arrival;
  allowed_ = kLongest + kTolerance;
}

void ConfigurationGaps::add_chunk(std::chrono::microseconds media, const capture::CapturePosition& at) {
  last_chunk_ = media;
  last_arrival_ = at.time;
  if (!is_beyond(media, at.time))
    beyond_.reset();  // the chunk before had a wrong timestamp
  else if (!beyond_)
    beyond_ = at;
}

void ConfigurationGaps::finish() {
  close(last_chunk_, last_arrival_);
}

void ConfigurationGaps::close(std::chrono::microseconds end, Duration arrival) {
  if (!beyond_ || !is_beyond(end, arrival)) return beyond_.reset();
  const auto length = end - *configured_;
  gaps_.add({*beyond_, length});
  largest_ = std::max(largest_, length);
  beyond_.reset();
}

}  // namespace idn::parser
