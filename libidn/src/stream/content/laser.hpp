// SPDX-License-Identifier: MIT
#pragma once

#include "idn/wire/sample_codec.hpp"
#include "stream/receiver_context.hpp"

namespace idn::stream {

/// Reads the laser samples of wave and frame chunks by the dictionary of their channel.
class LaserDecoder {
 public:
  /// @return as Content::configure
  std::uint16_t configure(ConstBytes dictionary) noexcept {
    const auto codec = wire::SampleCodec::from_dictionary(dictionary);
    if (!codec) return wire::pipeline_event::kConfiguration;
    codec_ = *codec;
    return 0;
  }

  std::size_t sample_size() const noexcept { return codec_.sample_size(); }

  /// Counts the samples; no samples make the output dark.
  void count(ConstBytes octets, MessageEffect& effect) const noexcept {
    effect.samples = octets.size() / sample_size();
    effect.output = effect.samples == 0 ? OutputChange::Dark : OutputChange::Lit;
  }

  /// Passes the samples to the listener, with the transform for their sender (SenderTransform) applied.
  void deliver(const InboundMessage& message, ConstBytes octets, SampleChunk& shown,
               ReceiverContext& context) const {
    const std::size_t count = octets.size() / sample_size();
    auto& buffer = context.buffers.samples;
    if (buffer.size() < count) buffer.resize(count);
    const auto samples = std::span(buffer).first(codec_.decode(octets, buffer));
    message.transform(samples);
    shown.samples = samples;
    context.listener.on_samples(message.id, shown);
  }

 private:
  wire::SampleCodec codec_{wire::SampleFormat::Xyrgb};
};

}  // namespace idn::stream
