// SPDX-License-Identifier: MIT
#include "idn_parser/table/stream_record.hpp"

namespace idn::parser {
namespace {

constexpr bool is_graphic(wire::ServiceMode mode) {
  return mode == wire::ServiceMode::GraphicContinuous || mode == wire::ServiceMode::GraphicDiscrete;
}

std::optional<wire::SampleLayout> layout_of(const wire::ChannelConfig& config) {
  if (!is_graphic(config.mode)) return std::nullopt;
  const auto layout = wire::SampleLayout::from_dictionary(config.service_configuration);
  if (!layout) return std::nullopt;
  return *layout;
}

}  // namespace

StreamRecord::StreamRecord(const std::optional<PlaybackOptions>& playback) {
  if (playback) playback_.emplace(*playback);
}

Result<void> StreamRecord::take(const ArrivedMessage& message) {
  using enum wire::ChunkType;
  if (message.is_repeated && !is_later(message.content.header)) return {};
  ++counts_.messages;
  if (message.content.config) configure(*message.content.config);
  if (message.content.config && message.content.config->routing)
    configuration_gaps_.add_configuration(unwrapped(message.content.header.timestamp));
  const auto type = message.content.header.type;
  if (type != Void) chunk_type_ = type;
  switch (type) {
    case Void:
      return {};
    case Wave:
    case Frame:
    case FrameFirst:
    case AudioWave:
      return take_chunk(message);
    case FrameSequel:
      return take_fragment(message);
    default:
      ++counts_.other_chunks;
      return {};
  }
}

/// A sender that never counts its packets repeats numbers too, but with new timestamps: that is no duplicate.
bool StreamRecord::is_later(const wire::ChannelMessageHeader& header) const noexcept {
  return !wire::is_sequel(header.type) && last_media_ && unwrapped(header.timestamp) > *last_media_;
}

void StreamRecord::finish() {
  media_gaps_.finish();
  configuration_gaps_.finish();
  if (playback_) playback_->finish();
}

void StreamRecord::configure(const wire::ChannelConfig& config) {
  if (config.close) {
    ++counts_.channel_closes;
    silences_.reset();
  }
  if (!config.routing) return;
  ++counts_.configurations;
  setup_ = ChannelSetup{config.service_id, config.mode, config.data_match, layout_of(config)};
  if (is_graphic(config.mode) && !setup_->layout) ++counts_.bad_dictionaries;
}

Result<void> StreamRecord::take_chunk(const ArrivedMessage& message) {
  ByteReader in(message.content.data);
  const auto chunk = wire::ChunkHeader::decode(in);
  if (!chunk) return tl::unexpected(chunk.error());
  const auto type = message.content.header.type;
  const bool is_explained = setup_ && setup_->layout && setup_->data_match == chunk->config_match;
  sample_size_ = is_explained ? setup_->layout->sample_size() : 0;
  octets_carried_ = 0;
  is_frame_over_ = false;
  const auto samples = count_samples(in.remaining());
  if (type != wire::ChunkType::FrameFirst && octets_carried_ != 0) return fail(Errc::PartialSample);
  if (wire::is_frame(type)) ++counts_.frames;
  if (in.remaining() == 0) {
    ++counts_.empty_chunks;
    return {};
  }
  measure(message, {.media = unwrapped(message.content.header.timestamp),
                    .duration = std::chrono::microseconds(chunk->duration_us),
                    .samples = samples});
  return {};
}

Result<void> StreamRecord::take_fragment(const ArrivedMessage& message) {
  ++counts_.sequel_fragments;
  // What a sender repeats of a frame that is complete belongs to none.
  if (is_frame_over_) return {};
  is_frame_over_ = message.content.header.is_last_fragment();
  const std::size_t octets = message.content.data.size();
  if (octets > 0) measure(message, {.media = std::nullopt, .duration = {}, .samples = count_samples(octets)});
  return {};
}

/// Whole samples in these octets and those carried over from the fragment before; frames are cut at any octet.
std::uint64_t StreamRecord::count_samples(std::size_t octets) noexcept {
  if (sample_size_ == 0) return 0;
  octets += octets_carried_;
  octets_carried_ = octets % sample_size_;
  return octets / sample_size_;
}

void StreamRecord::measure(const ArrivedMessage& message, analysis::SampleDatagram datagram) {
  if (datagram.media) last_media_ = datagram.media;
  if (sample_size_ == 0) ++counts_.unknown_samples;
  counts_.payload_octets.add(message.payload_octets);
  datagram.arrival = message.at.time;
  if (const auto offset = arrivals_.add(datagram)) offsets_over_time_.add(datagram.arrival, *offset);
  observe(message, datagram);
}

/// What the single chunk is looked at for.
void StreamRecord::observe(const ArrivedMessage& message, const analysis::SampleDatagram& datagram) {
  if (!datagram.media) return frame_pace_.add_fragment(message.at);
  const auto media = *datagram.media;
  ahead_.add(media, message.at);
  if (!message.content.config) configuration_gaps_.add_chunk(media, message.at);
  if (wire::is_frame(message.content.header.type)) {
    count_timeouts(message);
    return frame_pace_.add_frame(media, message.at);
  }
  media_gaps_.add({message.at, media, datagram.duration, message.follows_loss});
  const bool is_wave = message.content.header.type == wire::ChunkType::Wave;
  if (playback_ && is_wave) playback_->add({message.at.time, media, datagram.duration, message.follows_loss});
}

/// A wave stream that stops leaves a gap in media time; frames have no end of their own.
void StreamRecord::count_timeouts(const ArrivedMessage& frame) noexcept {
  if (silences_ && frame.silences != *silences_) ++counts_.link_timeouts;
  silences_ = frame.silences;
}

std::chrono::microseconds StreamRecord::unwrapped(WireMicros timestamp) const noexcept {
  if (!last_media_) return std::chrono::microseconds(static_cast<std::uint32_t>(timestamp));
  return std::chrono::microseconds(unwrap(timestamp, last_media_->count()));
}

}  // namespace idn::parser
