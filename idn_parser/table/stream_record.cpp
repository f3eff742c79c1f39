// SPDX-License-Identifier: MIT
#include "idn_parser/table/stream_record.hpp"

#include <numeric>
#include <utility>

#include "idn/wire/audio.hpp"

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

/// Whether a message of this type starts a chunk with samples, so that its datagram is measured.
constexpr bool begins_chunk(wire::ChunkType type) {
  using enum wire::ChunkType;
  return type == Wave || type == Frame || type == FrameFirst || type == AudioWave;
}

/// Octets per sample; 0 if the configuration does not say.
std::size_t sample_size_of(const wire::ChannelConfig& config, const std::optional<wire::SampleLayout>& layout) {
  if (layout) return layout->sample_size();
  if (config.mode != wire::ServiceMode::AudioContinuous) return 0;
  const auto audio = wire::AudioLayout::from_dictionary(config.service_configuration);
  return audio ? audio->sample_size() : 0;
}

/// Whether these octets are a configuration of laser samples.
bool is_configuration(ConstBytes octets) {
  ByteReader in(octets);
  const auto config = wire::ChannelConfig::decode(in);
  return config && config->routing && layout_of(*config);
}

DatagramRow row_of(const ArrivedMessage& message, std::chrono::microseconds duration) {
  return {.at = message.at,
          .media = message.media,
          .duration = duration,
          .octets = static_cast<std::uint32_t>(message.payload_octets),
          .sequence = message.sequence,
          .is_frame = wire::is_frame(message.content.header.type)};
}

}  // namespace

StreamRecord::StreamRecord(const std::optional<PlaybackOptions>& playback) {
  if (playback) playback_.emplace(*playback);
}

Result<void> StreamRecord::take(const ArrivedMessage& message) {
  ++counts_.messages;
  const auto& config = message.content.config;
  if (config) configure(*config);
  const std::uint64_t measured = measured_;
  auto taken = take_content(message);
  const bool is_held = measured_ != measured;
  if (config && config->routing && !is_held) configuration_gaps_.add_configuration(message.media);
  if (config && config->close)
    place_.close();  // after the content: the closing message may carry the last samples
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
  held_.finish();
  release();
  media_gaps_.finish();
  configuration_gaps_.finish();
  if (playback_) playback_->stop();
  if (windows_) windows_->finish();
  finish_rows();
}

void StreamRecord::finish_rows() {
  if (!datagrams_) return;
  const auto clock = arrivals_.metrics().summary().clock;
  datagrams_->finish(clock ? clock->rate_error_ppm.value_or(0) : 0);
}

void StreamRecord::end_playback() {
  if (!playback_) return;
  Held end;
  end.kind = HeldKind::PlaybackEnd;
  hold(std::move(end));
}

void StreamRecord::configure(const wire::ChannelConfig& config) {
  if (config.close) {
    ++counts_.channel_closes;
    silences_.reset();
  }
  if (!config.routing) return;
  ++counts_.configurations;
  const auto layout = layout_of(config);
  setup_ =
      ChannelSetup{config.service_id, config.mode, config.data_match, layout, sample_size_of(config, layout)};
  if (is_graphic(config.mode) && !setup_->layout) ++counts_.bad_dictionaries;
}

Result<void> StreamRecord::take_chunk(const ArrivedMessage& message) {
  ByteReader in(message.content.data);
  const auto chunk = wire::ChunkHeader::decode(in);
  if (!chunk) return tl::unexpected(chunk.error());
  const auto type = message.content.header.type;
  if (!setup_ && is_configuration(message.content.data)) ++counts_.hidden_configurations;
  const bool is_explained = setup_ && setup_->data_match == chunk->config_match;
  sample_size_ = is_explained ? setup_->sample_size : 0;
  octets_carried_ = 0;
  is_frame_over_ = type != wire::ChunkType::FrameFirst;
  if (!is_frame_over_) ++counts_.fragmented_frames;
  const ConstBytes octets = in.take_rest();
  const auto samples = count_samples(octets.size());
  if (type != wire::ChunkType::FrameFirst && octets_carried_ != 0) {
    counts_.partial_divisor = std::gcd(counts_.partial_divisor, octets.size());
    return fail(Errc::PartialSample);
  }
  if (is_explained && setup_->layout) byte_order_.add(*setup_->layout, octets);
  if (wire::is_frame(type)) ++counts_.frames;
  if (octets.empty()) {
    ++counts_.empty_chunks;
    return {};
  }
  measure(message, std::chrono::microseconds(chunk->duration_us), samples);
  return {};
}

void StreamRecord::take_fragment(const ArrivedMessage& message) {
  ++counts_.sequel_fragments;
  if (is_frame_over_) return;  // a repeated fragment of a frame that is already complete
  is_frame_over_ = message.content.header.is_last_fragment();
  if (is_frame_over_) ++counts_.complete_frames;
  const std::size_t octets = message.content.data.size();
  if (octets == 0) return;
  record_samples(message);
  const auto samples = count_samples(octets);
  arrivals_.add_samples(samples);
  if (datagrams_) datagrams_->add_samples(samples);
  Held fragment;
  fragment.kind = HeldKind::Fragment;
  fragment.at = message.at;
  hold(std::move(fragment));
}

/// Complete samples in these octets and those left over from the fragment before: fragments may end within a
/// sample.
std::uint64_t StreamRecord::count_samples(std::size_t octets) noexcept {
  if (sample_size_ == 0) return 0;
  octets += octets_carried_;
  octets_carried_ = octets % sample_size_;
  return octets / sample_size_;
}

void StreamRecord::record_samples(const ArrivedMessage& message) {
  if (sample_size_ == 0) ++counts_.unknown_samples;
  counts_.payload_octets.add(message.payload_octets);
}

void StreamRecord::measure(const ArrivedMessage& message, std::chrono::microseconds duration,
                           std::uint64_t samples) {
  record_samples(message);
  // Assigned field by field, not copied from a temporary: this code runs for every packet, and a wide copy
  // right after narrow stores causes store-forwarding stalls.
  Held chunk;
  chunk.kind = HeldKind::Chunk;
  chunk.datagram.arrival = message.at.time;
  chunk.datagram.media = message.media;
  chunk.datagram.duration = duration;
  chunk.datagram.samples = samples;
  chunk.datagram.is_frame = wire::is_frame(message.content.header.type);
  chunk.datagram.is_merged = message.at.part > 0;
  chunk.at = message.at;
  chunk.is_wave = message.content.header.type == wire::ChunkType::Wave;
  chunk.has_config = message.content.config.has_value();
  chunk.has_routing = chunk.has_config && message.content.config->routing;
  chunk.losses = message.interruptions.losses;
  chunk.silences = message.silences;
  chunk.lost = message.lost;
  ++measured_;
  place_.place(message.order, message.interruptions, chunk.datagram);
  if (message.media == last_media_) ++counts_.standing_timestamps;
  last_media_ = message.media;
  if (datagrams_) chunk.row = add_row(message, chunk.datagram);
  hold(std::move(chunk));
}

std::size_t StreamRecord::add_row(const ArrivedMessage& message, const analysis::SampleDatagram& datagram) {
  DatagramRow row = row_of(message, datagram.duration);
  if (sample_size_ != 0) row.samples = datagram.samples;
  return datagrams_->add(row);
}

void StreamRecord::take_duplicate(const ArrivedMessage& message) {
  const auto type = message.content.header.type;
  if (!datagrams_ || !begins_chunk(type)) return;
  ByteReader in(message.content.data);
  const auto chunk = wire::ChunkHeader::decode(in);
  if (!chunk || in.remaining() == 0) return;
  DatagramRow row = row_of(message, std::chrono::microseconds(chunk->duration_us));
  row.is_duplicate = true;
  datagrams_->add_duplicate(row);
}

/// Holds an event back until it is decided whether the clock of the capturing computer was set right before it.
void StreamRecord::hold(Held&& held) {
  std::optional<analysis::TimedDatagram> reading;
  const auto& datagram = held.datagram;
  if (held.kind == HeldKind::Chunk && datagram.order != analysis::DatagramOrder::Late)
    reading = {.arrival = datagram.arrival,
               .media = *datagram.media,
               .missing = datagram.order == analysis::DatagramOrder::AfterLoss ? 1u : 0u};
  if (held_.pass(reading)) return take_decided(held, std::nullopt);
  held_.push(std::move(held), reading);
  release();
}

void StreamRecord::release() {
  while (auto next = held_.poll()) take_decided(next->item, next->step);
}

/// @param step by how much the clock of the capturing computer was set right before
void StreamRecord::take_decided(Held& held, const std::optional<Duration>& step) {
  if (step && !held.datagram.begins_axis) {
    held.datagram.begins_axis = analysis::AxisCause::CaptureClock;
    clock_jumps_.add({held.at, *step});
  }
  if (held.kind == HeldKind::Fragment) frame_pace_.add_fragment(held.at.time);
  if (held.kind == HeldKind::PlaybackEnd) {
    playback_->stop();
    awaits_configuration_ = true;
  }
  if (held.kind == HeldKind::Chunk) observe(held);
}

/// Passes a chunk to all measurements.
void StreamRecord::observe(const Held& chunk) {
  const auto& datagram = chunk.datagram;
  const auto offset = arrivals_.add(datagram);
  if (offset) offsets_over_time_.add(datagram.arrival, offset->length);
  if (windows_) windows_->add(datagram, chunk.at, chunk.lost);
  if (over_time_) over_time_->add(arrivals_.metrics().axis(), datagram, chunk.lost);
  if (datagrams_) datagrams_->complete(chunk.row, datagram, offset);
  if (datagram.is_frame) frame_pace_.add_frame(datagram.arrival, offset);
  const auto media = *datagram.media;
  if (datagram.begins_axis) {
    ahead_.restart();
    if (!chunk.has_config) configuration_gaps_.restart();
  }
  ahead_.add(media, chunk.at);
  if (chunk.has_routing) configuration_gaps_.add_configuration(media);
  if (!chunk.has_config) configuration_gaps_.add_chunk(media, chunk.at);
  if (datagram.is_frame) return count_timeouts(chunk);
  media_gaps_.add({.at = chunk.at,
                   .media = media,
                   .duration = datagram.duration,
                   .follows_loss = datagram.order == analysis::DatagramOrder::AfterLoss,
                   .begins_axis = datagram.begins_axis.has_value()});
  if (playback_ && chunk.is_wave) play(chunk);
}

/// After going dark on purpose, receivers need a new configuration. One in a late datagram is outdated and
/// ignored.
void StreamRecord::play(const Held& chunk) {
  const bool is_late = chunk.datagram.order == analysis::DatagramOrder::Late;
  if (awaits_configuration_ && (is_late || !chunk.has_routing)) return;
  awaits_configuration_ = false;
  const bool follows_loss = chunk.losses != losses_played_;
  if (!is_late) losses_played_ = chunk.losses;
  playback_->add({chunk.at.time, *chunk.datagram.media, chunk.datagram.duration, follows_loss, is_late});
}

/// Frames only: a wave stream that stops is seen as a gap in media time, but a frame is repeated without end.
void StreamRecord::count_timeouts(const Held& frame) noexcept {
  if (silences_ && frame.silences != *silences_) ++counts_.link_timeouts;
  silences_ = frame.silences;
}

}  // namespace idn::parser
