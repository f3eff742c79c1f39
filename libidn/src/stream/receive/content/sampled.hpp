// SPDX-License-Identifier: MIT
#pragma once

#include "idn/wire/channel_message.hpp"
#include "stream/receive/content/content.hpp"
#include "stream/receive/wave_timeline.hpp"

namespace idn::stream {

/// A chunk of samples that is to be played.
struct PlacedChunk {
  ConstBytes octets;  ///< whole samples
  std::uint32_t duration_us = 0;
  WavePlacement placement;
  TimePoint playout;
};

/// Wave and audio: samples in equal steps on a gapless time axis (sections 2.6 and 3.3).
class SampledContent : public GaplessContent {
 public:
  using GaplessContent::GaplessContent;

  bool takes_late() const noexcept final { return true; }

 protected:
  /// @param placed filled in
  /// @return false if the chunk must not be played; `report` contains the cause
  bool place(const InboundMessage& message, std::size_t sample_size, PlacedChunk& placed,
             DatagramReport& report);

 private:
  WavePlacement place_in_time(const InboundMessage& message, std::uint32_t duration_us, DatagramReport& report);

  WaveTimeline timeline_;
};

}  // namespace idn::stream
