// SPDX-License-Identifier: MIT
#include "sender/source/sample_content.hpp"

#include <algorithm>

namespace idn::sender {

client::Expected<void> SampleContent::begin(client::Device& device) {
  return device.fill([this](const client::Request&, std::span<LaserSample> room) { return fill(room); });
}

/// What a call has brought is there with the next one only: so the prefill is read to its end, then that is
/// reported.
std::size_t SampleContent::fill(std::span<LaserSample> room) {
  std::uint64_t wanted = room.size();
  if (fed_ >= plan_.prefill)
    report_ready(true);
  else
    wanted = std::min(wanted, plan_.prefill - fed_);
  if (plan_.limit) wanted = std::min(wanted, *plan_.limit - fed_);
  const std::size_t count = wanted == 0 ? 0 : guarded([&] {
    return source_->read(room.first(static_cast<std::size_t>(wanted)), stop_token());
  });
  fed_ += count;
  if (count == 0) report_end(fed_ > 0);
  return count;
}

std::optional<std::uint64_t> SampleContent::total_samples() const {
  const auto total = source_->total();
  if (!plan_.limit) return total;
  return total ? std::min(*total, *plan_.limit) : *plan_.limit;
}

}  // namespace idn::sender
