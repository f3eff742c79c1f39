// SPDX-License-Identifier: MIT
#pragma once

#include "idn/wire/audio.hpp"
#include "stream/receive/content/sampled.hpp"

namespace idn::stream {

/// Audio, continuous (section 3.3).
class AudioContent final : public SampledContent {
 public:
  using SampledContent::SampledContent;

  std::uint16_t configure(ConstBytes dictionary) override {
    const auto layout = wire::AudioLayout::from_dictionary(dictionary);
    if (!layout) return wire::pipeline_event::kConfiguration;
    layout_ = *layout;
    return 0;
  }

  OutputChange consume(const InboundMessage& message, DatagramReport& report) override {
    PlacedChunk placed;
    if (!place(message, layout_.sample_size(), placed, report)) return OutputChange::None;
    const std::size_t count = placed.octets.size() / layout_.sample_size();
    report.samples = count;
    if (!context().decode_samples) return OutputChange::Lit;
    auto& buffer = context().buffers.audio;
    if (buffer.size() < count * layout_.channel_count()) buffer.resize(count * layout_.channel_count());
    const auto values =
        std::span(buffer).first(layout_.decode(placed.octets, buffer) * layout_.channel_count());
    report.content.emplace<AudioChunk>(AudioChunk{.arrival = message.arrival,
                                                  .playout = placed.playout,
                                                  .media_us = message.media_us,
                                                  .duration_us = placed.duration_us,
                                                  .placement = placed.placement,
                                                  .layout = layout_,
                                                  .values = values});
    return OutputChange::Lit;
  }

 private:
  wire::AudioLayout layout_ = *wire::AudioLayout::common(wire::AudioFormat::Int16, 0, 2);
};

}  // namespace idn::stream
