// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/stop_token.hpp"
#include "idn/stream/send/sample_source.hpp"
#include "sender/source/content.hpp"

namespace idn::sender {

/// Callbacks that may drop input that piled up before anything could be sent. Each is called once, on the
/// thread of the device, may throw what the source may throw, and may be empty.
struct BacklogCallbacks {
  /// Called before the first read.
  std::function<void(stop_token stop)> before_prefill{};
  /// Called when the first datagram has left, before the next read, which has `room` for that many samples.
  std::function<void(std::size_t room, stop_token stop)> on_start{};
};

/// The samples of a source.
class SampleContent final : public Content {
 public:
  struct Plan {
    std::size_t prefill = 1;  ///< samples queued before the stream begins; fewer than its ring holds
    std::optional<std::uint64_t> limit{};  ///< samples after which the source is cut off
    BacklogCallbacks backlog{};
    /// Called before each call of the source, with when the first sample leaves; may be empty.
    std::function<void(TimePoint sent_at, SampleRate rate)> expect{};
    std::function<bool()> has_started{};  ///< whether a datagram has left; empty: the device is asked
  };

  SampleContent(std::unique_ptr<stream::SampleSource> source, const Plan& plan)
      : source_(std::move(source)), plan_(plan) {}

  Result<void> begin(client::Device& device) override;
  std::optional<std::uint64_t> total_samples() const override;
  /// Callback of Device::fill(). @return how many samples; 0 at the end
  std::size_t fill(std::span<LaserSample> room);

 private:
  std::size_t read(std::span<LaserSample> room);

  std::unique_ptr<stream::SampleSource> source_;
  Plan plan_;
  std::uint64_t samples_fed_ = 0;
};

}  // namespace idn::sender
