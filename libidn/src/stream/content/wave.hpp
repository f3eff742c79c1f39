// SPDX-License-Identifier: MIT
#pragma once

#include "stream/content/laser.hpp"
#include "stream/content/sampled.hpp"

namespace idn::stream {

/// Laser graphic, continuous (section 2.6).
class WaveContent final : public SampledContent {
 public:
  using SampledContent::SampledContent;

  std::uint16_t configure(ConstBytes dictionary) override { return laser_.configure(dictionary); }

  void consume(const InboundMessage& message, MessageEffect& effect) override {
    PlacedChunk placed;
    if (!place(message, laser_.sample_size(), placed, effect)) return;
    laser_.count(placed.octets, effect);
    if (!context().decode_samples) return;
    SampleChunk shown{.arrival = message.arrival,
                      .playout = placed.playout,
                      .mode = wire::ServiceMode::GraphicContinuous,
                      .media_us = message.media_us,
                      .duration_us = placed.duration_us,
                      .placement = placed.placement};
    laser_.deliver(message, placed.octets, shown, context());
  }

 private:
  LaserDecoder laser_;
};

}  // namespace idn::stream
