// SPDX-License-Identifier: MIT
#include "sender/trigger/response_meter.hpp"

#include <algorithm>

namespace idn::sender {

bool ResponseMeter::begin(TimePoint at) {
  if (next_poll_ != kNever) return false;
  std::ranges::transform(sent_, before_.begin(), [](const SentDatagrams& sent) { return sent(); });
  const bool all_have_begun = !before_.empty() && std::ranges::count(before_, 0U) == 0;
  if (!all_have_begun) return false;  // or no stream: the time to its start would be measured
  at_ = at;
  next_poll_ = at;
  return true;
}

bool ResponseMeter::all_have_sent() const {
  for (std::size_t i = 0; i < sent_.size(); ++i)
    if (sent_[i]() == before_[i]) return false;
  return true;
}

void ResponseMeter::poll(TimePoint now) {
  if (now < next_poll_) return;
  next_poll_ = now + kPollInterval;
  const bool answered = all_have_sent();
  if (answered) times_.add(now - at_);
  if (answered || now - at_ > kTimeout) next_poll_ = kNever;  // streams that have ended send no more
}

}  // namespace idn::sender
