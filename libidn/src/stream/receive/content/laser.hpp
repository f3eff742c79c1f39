// SPDX-License-Identifier: MIT
#pragma once

#include "idn/wire/sample_codec.hpp"
#include "stream/receive/receiver_context.hpp"

namespace idn::stream {

/// Reads the laser samples of wave and frame chunks by the dictionary of their channel.
class LaserDecoder {
 public:
  /// @return as ChannelContent::configure
  std::uint16_t configure(ConstBytes dictionary) noexcept {
    const auto codec = wire::SampleCodec::from_dictionary(dictionary);
    if (!codec) return wire::pipeline_event::kConfiguration;
    codec_ = *codec;
    return 0;
  }

  std::size_t sample_size() const noexcept { return codec_.sample_size(); }

  /// Adds the samples to the report, with the transform for their sender (SenderTransform) applied. No samples
  /// make the output dark.
  OutputChange deliver(const InboundMessage& message, ConstBytes octets, SampleChunk shown,
                       ReceiverContext& context, DatagramReport& report) const {
    report.samples = octets.size() / sample_size();
    if (context.decode_samples) {
      auto& buffer = context.buffers.samples;
      if (buffer.size() < report.samples) buffer.resize(report.samples);
      const auto samples = std::span(buffer).first(codec_.decode(octets, buffer));
      message.transform(samples);
      shown.samples = samples;
      report.content = shown;
    }
    return report.samples == 0 ? OutputChange::Dark : OutputChange::Lit;
  }

 private:
  wire::SampleCodec codec_{wire::SampleFormat::Xyrgb};
};

}  // namespace idn::stream
