// SPDX-License-Identifier: MIT
#include "stream/send/refusal_meter.hpp"

#include <algorithm>

namespace idn::stream {

void RefusalMeter::observe(const wire::Acknowledge& ack, std::uint32_t chunks) noexcept {
  const bool is_refusal = reports_refusal(ack);
  without_chunks_ = is_refusal || chunks > 0 ? 0 : static_cast<std::uint16_t>(without_chunks_ + 1);
  if (without_chunks_ == kForgottenAfter) found_ = {};
  if (is_refusal && chunks > 1) return;  // the flags do not say how many of them
  if (!is_refusal && chunks >= kWindow) {
    found_ = {};
    return;
  }
  found_.judged = static_cast<std::uint16_t>(found_.judged + chunks);
  if (is_refusal) {
    // `chunks` is 0 for a message without samples; its flags are about an earlier chunk, counted already.
    found_.judged = std::max<std::uint16_t>(found_.judged, 1);
    found_.refused = std::min<std::uint16_t>(found_.refused + 1, found_.judged);
    found_.input_events |= input_refusals(ack);
    found_.pipeline_events |= ack.pipeline_events & kPipeline;
  }
  if (found_.judged > kWindow) {
    found_.judged /= 2;
    found_.refused /= 2;
  }
  if (found_.refused == 0) found_.input_events = found_.pipeline_events = 0;
}

}  // namespace idn::stream
