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
  ++counts_.messages;
  const auto& config = message.content.config;
  if (config) configure(*config);
  if (config && config->routing) configuration_gaps_.add_configuration(message.media);
  auto taken = take_content(message);
  if (config && config->close) place_.close();  // the message that closes may carry the last samples
  return taken;
}

Result<void> StreamRecord::take_content(const ArrivedMessage& message) {
  using enum wire::ChunkType;
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
      take_fragment(message);
      return {};
    default:
      ++counts_.other_chunks;
      return {};
  }
}

void StreamRecord::finish() {
  media_gaps_.finish();
  configuration_gaps_.finish();
  if (playback_) playback_->stop();
}

void StreamRecord::end_playback() {
  if (!playback_) return;
  playback_->stop();
  awaits_configuration_ = true;
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
  const auto samples = count_samples(in.remaining());
  if (type != wire::ChunkType::FrameFirst && octets_carried_ != 0) return fail(Errc::PartialSample);
  if (wire::is_frame(type)) ++counts_.frames;
  if (in.remaining() == 0) {
    ++counts_.empty_chunks;
    return {};
  }
  measure(message, std::chrono::microseconds(chunk->duration_us), samples);
  return {};
}

void StreamRecord::take_fragment(const ArrivedMessage& message) {
  ++counts_.sequel_fragments;
  const std::size_t octets = message.content.data.size();
  if (octets == 0) return;
  note_samples(message);
  arrivals_.add_samples(count_samples(octets));
  frame_pace_.add_fragment(message.at.time);
}

/// Whole samples in these octets and those carried over from the fragment before; frames are cut at any octet.
std::uint64_t StreamRecord::count_samples(std::size_t octets) noexcept {
  if (sample_size_ == 0) return 0;
  octets += octets_carried_;
  octets_carried_ = octets % sample_size_;
  return octets / sample_size_;
}

void StreamRecord::note_samples(const ArrivedMessage& message) {
  if (sample_size_ == 0) ++counts_.unknown_samples;
  counts_.payload_octets.add(message.payload_octets);
}

void StreamRecord::measure(const ArrivedMessage& message, std::chrono::microseconds duration,
                           std::uint64_t samples) {
  note_samples(message);
  analysis::SampleDatagram datagram{.arrival = message.at.time,
                                    .media = message.media,
                                    .duration = duration,
                                    .samples = samples,
                                    .is_frame = wire::is_frame(message.content.header.type)};
  place_.place(message.order, message.continuity, datagram);
  const auto offset = arrivals_.add(datagram);
  if (offset) offsets_over_time_.add(datagram.arrival, offset->length);
  if (datagram.is_frame) frame_pace_.add_frame(datagram.arrival, offset);
  observe(message, datagram);
}

/// What the single chunk is looked at for.
void StreamRecord::observe(const ArrivedMessage& message, const analysis::SampleDatagram& datagram) {
  const auto media = message.media;
  if (datagram.begins_axis) {
    ahead_.restart();
    if (!message.content.config) configuration_gaps_.restart();
  }
  ahead_.add(media, message.at);
  if (!message.content.config) configuration_gaps_.add_chunk(media, message.at);
  if (datagram.is_frame) return count_timeouts(message);
  const bool follows_loss = datagram.succession == analysis::Succession::AfterLoss;
  media_gaps_.add({.at = message.at,
                   .media = media,
                   .duration = datagram.duration,
                   .follows_loss = follows_loss,
                   .begins_axis = datagram.begins_axis.has_value()});
  if (playback_ && message.content.header.type == wire::ChunkType::Wave) play(message, datagram.duration);
}

/// Receivers that went dark on purpose show nothing without a new configuration; one that is late is outdated.
void StreamRecord::play(const ArrivedMessage& message, std::chrono::microseconds duration) {
  const bool is_late = message.order == analysis::NumberOrder::Late;
  const bool configures = message.content.config && message.content.config->routing && !is_late;
  if (awaits_configuration_ && !configures) return;
  awaits_configuration_ = false;
  const bool follows_loss = message.continuity.losses != losses_;
  if (!is_late) losses_ = message.continuity.losses;
  playback_->add({message.at.time, message.media, duration, follows_loss, is_late});
}

/// A wave stream that stops leaves a gap in media time; frames have no end of their own.
void StreamRecord::count_timeouts(const ArrivedMessage& frame) noexcept {
  if (silences_ && frame.silences != *silences_) ++counts_.link_timeouts;
  silences_ = frame.silences;
}

}  // namespace idn::parser
