// SPDX-License-Identifier: MIT
#include "sender/source/sample_content.hpp"

#include <algorithm>
#include <utility>

namespace idn::sender {

Result<void> SampleContent::begin(client::Device& device) {
  if (!plan_.has_started) plan_.has_started = [&device] { return device.status().datagrams > 0; };
  return device.fill([this](const client::FillRequest& request, std::span<LaserSample> room) {
    if (plan_.expect) plan_.expect(request.sent_at, request.rate);
    return fill(room);
  });
}

/// The device has the samples of a call only after it returned: so `on_ready` follows with the call after the
/// one that completes the prefill.
std::size_t SampleContent::fill(std::span<LaserSample> room) {
  std::uint64_t wanted = room.size();
  if (samples_fed_ >= plan_.prefill)
    report_ready(true);
  else
    wanted = std::min(wanted, plan_.prefill - samples_fed_);
  if (plan_.limit) wanted = std::min(wanted, *plan_.limit - samples_fed_);
  const std::size_t count =
      wanted == 0 ? 0 : guarded([&] { return read(room.first(static_cast<std::size_t>(wanted))); });
  samples_fed_ += count;
  if (count == 0) report_end(samples_fed_ > 0);
  return count;
}

std::size_t SampleContent::read(std::span<LaserSample> room) {
  BacklogCallbacks& backlog = plan_.backlog;
  if (backlog.before_prefill) std::exchange(backlog.before_prefill, {})(token());
  if (backlog.on_start && plan_.has_started()) std::exchange(backlog.on_start, {})(room.size(), token());
  return source_->read(room, token());
}

std::optional<std::uint64_t> SampleContent::total_samples() const {
  const auto total = source_->total();
  if (!plan_.limit) return total;
  return total ? std::min(*total, *plan_.limit) : *plan_.limit;
}

}  // namespace idn::sender
