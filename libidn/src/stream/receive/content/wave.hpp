// SPDX-License-Identifier: MIT
#pragma once

#include "stream/receive/content/laser.hpp"
#include "stream/receive/content/sampled.hpp"

namespace idn::stream {

/// Laser graphic, continuous (section 2.6).
class WaveContent final : public SampledContent {
 public:
  using SampledContent::SampledContent;

  std::uint16_t configure(ConstBytes dictionary) override { return laser_.configure(dictionary); }

  OutputChange consume(const InboundMessage& message, DatagramReport& report) override {
    PlacedChunk placed;
    if (!place(message, laser_.sample_size(), placed, report)) return OutputChange::None;
    const SampleChunk shown{.arrival = message.arrival,
                            .playout = placed.playout,
                            .mode = wire::ServiceMode::GraphicContinuous,
                            .media_us = message.media_us,
                            .duration_us = placed.duration_us,
                            .placement = placed.placement};
    return laser_.deliver(message, placed.octets, shown, context(), report);
  }

 private:
  LaserDecoder laser_;
};

}  // namespace idn::stream
