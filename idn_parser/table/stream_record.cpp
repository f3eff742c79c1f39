// SPDX-License-Identifier: MIT
#include "idn_parser/table/stream_record.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace idn::parser {
namespace {

constexpr bool is_graphic(wire::ServiceMode mode) {
  return mode == wire::ServiceMode::GraphicContinuous || mode == wire::ServiceMode::GraphicDiscrete;
}

/// Whether these octets are a configuration of laser samples.
bool is_configuration(ConstBytes octets) {
  ByteReader in(octets);
  const auto config = wire::ChannelConfig::decode(in);
  return config && config->routing && ChannelSetup::of(*config).layout;
}

DatagramRow row_of(const ArrivedMessage& message, std::chrono::microseconds duration) {
  return {.at = message.at,
          .media = message.measured.media,
          .duration = duration,
          .octets = static_cast<std::uint32_t>(message.payload_octets),
          .sequence = message.sequence,
          .is_frame = wire::is_frame(message.measured.message->header.type)};
}

/// What the author of the dictionary may have done.
std::string fault_of_dictionary(ConstBytes tags) {
  std::vector<std::byte> swapped(tags.begin(), tags.end());
  for (std::size_t i = 0; i + 1 < swapped.size(); i += 2) std::swap(swapped[i], swapped[i + 1]);
  if (wire::SampleLayout::from_dictionary(swapped)) return "its tags have their two octets swapped";
  const auto layout = wire::SampleLayout::from_dictionary(tags);
  const std::size_t at = layout ? tags.size() : layout.error().offset;
  if (at + 1 >= tags.size()) return "it lacks X, Y or colours";
  const unsigned tag = std::to_integer<unsigned>(tags[at]) << 8 | std::to_integer<unsigned>(tags[at + 1]);
  return fmt::format(
      "tag {} is 0x{:04X}, which means nothing here; of a colour, the wavelength in nm goes in as "
      "a number: 638 nm is 0x527E",
      at / 2 + 1, tag);
}

}  // namespace

StreamRecord::StreamRecord(const std::optional<PlaybackOptions>& playback) {
  if (playback) playback_.emplace(*playback);
}

void StreamRecord::take(const ArrivedMessage& message) {
  ++counts_.messages;
  const auto& config = message.measured.message->config;
  if (config) configure(message);
  take_content(message);
  if (config && config->routing && !message.measured.timing)
    configuration_gaps_.add_configuration(message.measured.media, message.at.time);
}

void StreamRecord::take_content(const ArrivedMessage& message) {
  const auto type = message.measured.message->header.type;
  if (type == wire::ChunkType::Void) return;
  chunk_type_ = type;
  if (analysis::begins_chunk(type))
    take_chunk(message);
  else if (type == wire::ChunkType::FrameSequel)
    take_fragment(message);
  else
    ++counts_.other_chunks;
}

void StreamRecord::finish() {
  held_.finish([this](Held& held, const auto& step) { take_decided(held, step); });
  media_gaps_.finish();
  configuration_gaps_.finish();
  if (playback_) playback_->stop();
  if (shown_) shown_->finish();
  if (windows_) windows_->finish();
  finish_rows();
}

void StreamRecord::finish_rows() {
  if (!datagrams_) return;
  const auto clock = arrivals_.metrics().summary().clock;
  datagrams_->finish(clock ? clock->rate_error_ppm.value_or(0) : 0);
}

void StreamRecord::end_playback(bool is_timeout) {
  if (!playback_ && !shown_) return;
  Held end;
  end.ends_playback = true;
  end.is_timeout = is_timeout;
  hold(std::move(end));
}

void StreamRecord::configure(const ArrivedMessage& message) {
  const wire::ChannelConfig& config = *message.measured.message->config;
  if (config.close) {
    ++counts_.channel_closes;
    silences_.reset();
  }
  if (!config.routing) return;
  ++counts_.configurations;
  setup_ = *message.measured.setup;
  configure_audio(config);
  if (is_graphic(config.mode) && !setup_->layout && counts_.bad_dictionaries++ == 0)
    counts_.bad_dictionary = fault_of_dictionary(config.service_configuration);
}

void StreamRecord::configure_audio(const wire::ChannelConfig& config) {
  audio_layout_.reset();
  if (config.mode != wire::ServiceMode::AudioContinuous) return;
  const auto layout = wire::AudioLayout::from_dictionary(config.service_configuration);
  if (!layout) return;
  audio_layout_ = *layout;
  if (!audio_) audio_.emplace();
  audio_->configure(*layout);
}

void StreamRecord::measure_levels(const analysis::MeasuredChunk& chunk) {
  std::vector<std::int32_t> values(chunk.octets.size() / audio_layout_->sample_size() *
                                   audio_layout_->channel_count());
  audio_layout_->decode(chunk.octets, values);
  audio_->add(values);
}

void StreamRecord::take_chunk(const ArrivedMessage& message) {
  const auto& chunk = message.measured.chunk;
  if (!chunk) return;
  const auto& content = *message.measured.message;
  if (!setup_ && is_configuration(content.data)) ++counts_.hidden_configurations;
  if (content.header.type == wire::ChunkType::FrameFirst) ++counts_.fragmented_frames;
  if (chunk->is_partial) {
    counts_.partial_divisor = std::gcd(counts_.partial_divisor, chunk->octets.size());
    return;
  }
  // What the capture cut off is zeros here.
  const bool is_readable = message.is_whole && chunk->has_setup;
  if (is_readable && setup_->layout) byte_order_.add(*setup_->layout, chunk->octets);
  if (is_readable && audio_layout_ && content.header.type == wire::ChunkType::AudioWave) measure_levels(*chunk);
  if (wire::is_frame(content.header.type)) ++counts_.frames;
  if (!chunk->octets.empty()) return measure(message);
  ++counts_.empty_chunks;
  if (!wire::is_frame(content.header.type)) return;
  Held held;
  held.is_empty_frame = true;
  held.at = message.at;
  hold(std::move(held));
}

void StreamRecord::take_fragment(const ArrivedMessage& message) {
  ++counts_.sequel_fragments;
  const auto& fragment = message.measured.chunk;
  if (!fragment) return;  // a repeated fragment of a frame that is already complete
  if (message.measured.message->header.is_last_fragment()) ++counts_.complete_frames;
  if (fragment->octets.empty()) return;
  record_samples(message);
  arrivals_.add_samples(fragment->samples);
  if (datagrams_) datagrams_->add_samples(fragment->samples);
  Held held;
  held.at = message.at;
  hold(std::move(held));
}

void StreamRecord::record_samples(const ArrivedMessage& message) {
  if (message.measured.chunk->sample_size == 0) ++counts_.unknown_samples;
  counts_.payload_octets.add(message.payload_octets);
}

void StreamRecord::count_clock_change(const ArrivedMessage& message) noexcept {
  if (std::exchange(clock_, message.at.clock).value_or(message.at.clock) == message.at.clock) return;
  ++counts_.clock_changes;
  if (message.measured.timing->begins_axis != analysis::AxisCause::CaptureClock) return;
  if (counts_.unproven_clock_changes++ == 0) counts_.first_unproven_clock_change = message.at;
}

void StreamRecord::measure(const ArrivedMessage& message) {
  record_samples(message);
  count_clock_change(message);
  const auto& measured = message.measured;
  const bool has_size = measured.chunk->sample_size != 0;
  Held chunk;
  chunk.datagram = measured.timing;
  chunk.at = message.at;
  chunk.is_wave = measured.message->header.type == wire::ChunkType::Wave;
  if (chunk.is_wave && has_size) sample_rates_.add(measured.timing->samples, measured.timing->duration);
  chunk.has_config = measured.message->config.has_value();
  chunk.has_routing = chunk.has_config && measured.message->config->routing;
  chunk.losses = measured.losses;
  chunk.silences = message.silences;
  chunk.lost = message.lost;
  if (measured.media == last_media_) ++counts_.standing_timestamps;
  last_media_ = measured.media;
  if (datagrams_) {
    DatagramRow row = row_of(message, measured.timing->duration);
    if (has_size) row.samples = measured.timing->samples;
    chunk.row = datagrams_->add(row);
  }
  hold(std::move(chunk));
}

void StreamRecord::take_duplicate(const ArrivedMessage& message) {
  const auto& chunk = message.measured.chunk;
  if (!datagrams_ || !chunk || chunk->octets.empty()) return;
  DatagramRow row = row_of(message, chunk->duration);
  row.order = ArrivalOrder::Duplicate;
  datagrams_->add_duplicate(row);
}

void StreamRecord::hold(Held&& held) {
  held_.take(std::move(held), [this](Held& decided, const auto& step) { take_decided(decided, step); });
}

/// @param step by how much the clock of the capturing computer was set right before
void StreamRecord::take_decided(Held& held, const std::optional<Duration>& step) {
  if (step) clock_jumps_.add({held.at, *step});
  if (held.datagram) return observe(held);
  if (held.is_empty_frame) {
    was_frame_ = false;
    if (shown_) shown_->stop(false);
    return;
  }
  if (!held.ends_playback) return frame_pace_.add_fragment(held.at.time);
  if (playback_) playback_->stop();
  if (shown_) shown_->stop(held.is_timeout);
  awaits_configuration_ = true;
}

/// Passes a chunk to all measurements.
void StreamRecord::observe(const Held& chunk) {
  const auto& datagram = *chunk.datagram;
  const auto offset = arrivals_.add(datagram);
  if (offset) offsets_over_time_.add(datagram.arrival, offset->length);
  if (windows_) windows_->add(datagram, chunk.at, chunk.lost);
  if (over_time_) over_time_->add(arrivals_.metrics().axis(), datagram, chunk.lost);
  if (datagrams_) datagrams_->complete(chunk.row, datagram, offset, arrivals_.metrics().axis());
  // From a wave to the first frame is no step of frames, nor is the darkness of an empty one.
  if (datagram.is_frame) frame_pace_.add_frame(datagram.arrival, was_frame_ ? offset : std::nullopt);
  was_frame_ = datagram.is_frame;
  const auto media = *datagram.media;
  if (datagram.begins_axis) {
    ahead_.restart();
    if (!chunk.has_config) configuration_gaps_.restart();
  }
  ahead_.add(media, chunk.at);
  if (datagram.order == ArrivalOrder::AfterLoss) configuration_gaps_.note_loss();
  if (chunk.has_routing) configuration_gaps_.add_configuration(media, chunk.at.time);
  if (!chunk.has_config) configuration_gaps_.add_chunk(media, chunk.at);
  if (datagram.is_frame && shown_) shown_->add_frame(chunk.at.time, datagram.order == ArrivalOrder::AfterLoss);
  if (datagram.is_frame) return count_timeouts(chunk);
  media_gaps_.add({.at = chunk.at,
                   .media = media,
                   .duration = datagram.duration,
                   .follows_loss = datagram.order == ArrivalOrder::AfterLoss,
                   .begins_axis = datagram.begins_axis.has_value(),
                   .is_late = datagram.order == ArrivalOrder::Late,
                   .is_dark = datagram.is_dark});
  if (chunk.is_wave && (playback_ || shown_)) play(chunk);
}

/// After going dark on purpose, receivers need a new configuration. One in a late datagram is outdated and
/// ignored.
void StreamRecord::play(const Held& chunk) {
  const bool is_late = chunk.datagram->order == ArrivalOrder::Late;
  if (awaits_configuration_ && (is_late || !chunk.has_routing)) return;
  awaits_configuration_ = false;
  const bool follows_loss = chunk.losses != losses_played_;
  if (!is_late) losses_played_ = chunk.losses;
  const analysis::ArrivedChunk arrived{chunk.at.time, *chunk.datagram->media, chunk.datagram->duration,
                                       follows_loss, is_late};
  if (playback_) playback_->add(arrived);
  if (shown_) shown_->add(arrived, chunk.datagram->is_dark);
}

/// Frames only: a wave stream that stops is seen as a gap in media time, but a frame is repeated without end.
void StreamRecord::count_timeouts(const Held& frame) noexcept {
  if (silences_ && frame.silences != *silences_) ++counts_.link_timeouts;
  silences_ = frame.silences;
}

}  // namespace idn::parser
