// SPDX-License-Identifier: MIT
#include "latency/measure/application.hpp"

#include <algorithm>

#include "latency/model/marker.hpp"

namespace idn::latency {

std::unique_ptr<Application> start_application(const PathOptions& options, const std::string& target,
                                               TriggerInbox& inbox, std::shared_ptr<io::SendLog> log) {
  if (options.producer == Producer::Shared) return start_shared(options, target, inbox);
  if (options.is_by_pipe()) return start_pipe(options, target, inbox);
  return options.is_waves() ? start_waves(options, target, inbox, std::move(log))
                            : start_frames(options, target, inbox, std::move(log));
}

Duration poll_interval(const PathOptions& options) noexcept {
  return std::clamp<Duration>(options.datagram / 5, std::chrono::microseconds(100),
                              std::chrono::milliseconds(1));
}

/// A picture lasts one period, so that the receiver draws each about once; its samples must fit into a frame,
/// and three markers into them.
std::size_t samples_per_picture(const PathOptions& options) noexcept {
  constexpr std::size_t kMost = 4000;
  const auto of_period = static_cast<std::size_t>(in_seconds(options.period) * options.rate);
  return std::clamp(of_period, 3 * Marker::kSamples, kMost);
}

}  // namespace idn::latency
