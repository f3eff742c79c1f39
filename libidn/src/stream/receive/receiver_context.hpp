// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/analysis/late_datagram_policy.hpp"
#include "idn/analysis/virtual_receiver.hpp"
#include "idn/sample.hpp"
#include "idn/stream/receive/receiver_listener.hpp"
#include "idn/stream/receive/service_table.hpp"
#include "stream/playout/adaptive_playout.hpp"
#include "stream/receive/frame_assembler.hpp"

/// What the sessions and channels of one receiver share.
namespace idn::stream {

/// Buffers for decoding, used by one chunk at a time.
struct DecodeBuffers {
  std::vector<LaserSample> samples;
  std::vector<std::int32_t> audio;
};

/// The clock that the outputs of a unit play by.
class OutputClock {
 public:
  explicit OutputClock(const std::optional<PlayoutConfig>& config) noexcept
      : clock_(Duration{0}, config ? config->clock_error_ppb : 0) {}

  /// Its reading at the time `moment` of our clock, and the inverse.
  TimePoint reading(TimePoint moment) const noexcept {
    return TimePoint(clock_.reading(moment.time_since_epoch()));
  }
  TimePoint moment(TimePoint reading) const noexcept {
    return TimePoint(clock_.moment(reading.time_since_epoch()));
  }

 private:
  analysis::DriftingClock clock_;
};

struct ReceiverContext {
  ServiceTable& services;
  ReceiverListener& listener;
  FragmentBufferPool& fragments;
  DecodeBuffers& buffers;
  const Instant& clocks;                 ///< both of our clocks at the latest arrival
  std::optional<PlayoutConfig> playout;  ///< nothing: unknown outputs, taken to show chunks on arrival
  analysis::LateDatagramPolicy late = analysis::LateDatagramPolicy::Drop;
  bool decode_samples = true;  ///< as in ReceiverConfig
  OutputClock output_clock{playout};
};

/// A channel message on its way through session and channel.
struct InboundMessage {
  const wire::ChannelMessage& content;
  std::uint16_t sequence = 0;  ///< of the packet
  std::int64_t media_us = 0;
  TimePoint arrival;
  TimePoint output_now;              ///< `arrival` by the clock of the outputs
  ClockOffset& clock;                ///< of the session, by the clock of the outputs; has observed this message
  const SampleTransform& transform;  ///< for the sender: see SenderTransform
  bool is_late = false;              ///< it came after a later one
};

/// What a chunk makes of its output.
enum class OutputChange : std::uint8_t { None, Lit, Dark };

}  // namespace idn::stream
