// SPDX-License-Identifier: MIT
#include "analysis/channel_meter.hpp"

#include "idn/wire/audio.hpp"

namespace idn::analysis {
namespace {

std::optional<wire::SampleLayout> layout_of(const wire::ChannelConfig& config) {
  using enum wire::ServiceMode;
  if (config.mode != GraphicContinuous && config.mode != GraphicDiscrete) return std::nullopt;
  const auto layout = wire::SampleLayout::from_dictionary(config.service_configuration);
  if (!layout) return std::nullopt;
  return *layout;
}

/// Whether no sample is lit. From the last one back, since most chunks of a picture have a lit one near it.
bool is_dark(const wire::SampleLayout& layout, ConstBytes octets) noexcept {
  const std::size_t size = layout.sample_size();
  for (std::size_t end = octets.size(); end >= size; end -= size) {
    LaserSample sample;
    layout.decode(octets.subspan(end - size, size), std::span(&sample, 1));
    if (!sample.is_dark() && sample.intensity != 0) return false;
  }
  return true;
}

/// Of a chunk with a lit sample.
std::chrono::microseconds dark_before(const wire::SampleLayout& layout, ConstBytes octets,
                                      std::chrono::microseconds duration) noexcept {
  const std::size_t size = layout.sample_size();
  std::size_t before = 0;
  while (before + size < octets.size() && is_dark(layout, octets.subspan(before, size))) before += size;
  return duration * static_cast<std::int64_t>(before) / static_cast<std::int64_t>(octets.size());
}

std::size_t audio_sample_size(const wire::ChannelConfig& config) {
  if (config.mode != wire::ServiceMode::AudioContinuous) return 0;
  const auto audio = wire::AudioLayout::from_dictionary(config.service_configuration);
  return audio ? audio->sample_size() : 0;
}

}  // namespace

ChannelSetup ChannelSetup::of(const wire::ChannelConfig& config) {
  ChannelSetup setup{.service_id = config.service_id,
                     .mode = config.mode,
                     .data_match = config.data_match,
                     .layout = layout_of(config)};
  setup.sample_size = setup.layout ? setup.layout->sample_size() : audio_sample_size(config);
  return setup;
}

void ChannelMeter::take(const ChannelArrival& arrival, const Interruptions& now,
                        MeasuredDatagram& measured) noexcept {
  const auto& config = measured.message->config;
  if (config && config->routing) setup_ = ChannelSetup::of(*config);
  if (setup_) measured.setup = &*setup_;
  const auto type = measured.message->header.type;
  if (begins_chunk(type))
    begin(arrival, now, measured);
  else if (type == wire::ChunkType::FrameSequel)
    go_on(measured);
  else if (arrival.octets_duration)
    place(arrival, now, *arrival.octets_duration, measured);
  // The message that closes may carry the last samples: the next datagram begins a time axis.
  if (config && config->close) order_.close();
}

void ChannelMeter::take_repeated(MeasuredDatagram& measured) noexcept {
  if (!begins_chunk(measured.message->header.type)) return;
  ByteReader in(measured.message->data);
  if (const auto header = wire::ChunkHeader::decode(in))
    measured.chunk = {.duration = std::chrono::microseconds(header->duration_us), .octets = in.take_rest()};
}

void ChannelMeter::begin(const ChannelArrival& arrival, const Interruptions& now,
                         MeasuredDatagram& measured) noexcept {
  ByteReader in(measured.message->data);
  const auto header = wire::ChunkHeader::decode(in);
  if (!header) {
    measured.fault = header.error();
    return;
  }
  MeasuredChunk& chunk = measured.chunk.emplace();
  chunk.duration = std::chrono::microseconds(header->duration_us);
  chunk.octets = in.take_rest();
  chunk.has_setup = setup_ && setup_->data_match == header->config_match;
  chunk.sample_size = sample_size_ = chunk.has_setup ? setup_->sample_size : 0;
  octets_carried_ = 0;
  is_frame_over_ = measured.message->header.type != wire::ChunkType::FrameFirst;
  chunk.samples = count_samples(chunk.octets.size());
  chunk.is_partial = is_frame_over_ && octets_carried_ != 0;
  if (chunk.is_partial)
    measured.fault = FormatError{Errc::PartialSample};
  else if (!chunk.octets.empty())
    place(arrival, now, chunk.duration, measured);
}

/// A further fragment of a frame that is complete already is none: it was repeated.
void ChannelMeter::go_on(MeasuredDatagram& measured) noexcept {
  if (is_frame_over_) return;
  is_frame_over_ = measured.message->header.is_last_fragment();
  MeasuredChunk& fragment = measured.chunk.emplace();
  fragment.octets = measured.message->data;
  fragment.sample_size = sample_size_;
  fragment.samples = count_samples(fragment.octets.size());
}

/// Complete samples in these octets and those left over from the fragment before: fragments may end within a
/// sample.
std::uint64_t ChannelMeter::count_samples(std::size_t octets) noexcept {
  if (sample_size_ == 0) return 0;
  octets += octets_carried_;
  octets_carried_ = octets % sample_size_;
  return octets / sample_size_;
}

void ChannelMeter::place(const ChannelArrival& arrival, const Interruptions& now,
                         std::chrono::microseconds duration, MeasuredDatagram& measured) noexcept {
  SampleDatagram& datagram = measured.timing.emplace();
  datagram.arrival = arrival.time;
  datagram.media = measured.media;
  datagram.duration = duration;
  if (measured.chunk) datagram.samples = measured.chunk->samples;
  datagram.is_frame = wire::is_frame(measured.message->header.type);
  datagram.is_merged = arrival.is_merged;
  const bool is_known = arrival.is_whole && measured.chunk && measured.chunk->has_setup && setup_->layout;
  if (is_known && !datagram.is_frame) {
    datagram.is_dark = is_dark(*setup_->layout, measured.chunk->octets);
    if (!datagram.is_dark)
      datagram.dark_before = dark_before(*setup_->layout, measured.chunk->octets, datagram.duration);
  }
  order_.place(measured.number.order, now, datagram);
  if (datagram.begins_axis) clocks_.restart();
  if (datagram.order == ArrivalOrder::Late) return;
  if (!clocks_.take(arrival.clock, arrival.time - measured.media))
    datagram.begins_axis = AxisCause::CaptureClock;
}

}  // namespace idn::analysis
