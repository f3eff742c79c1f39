// SPDX-License-Identifier: MIT
#include "viewer/model/source/stream_listener.hpp"

#include "idn/stream/receive/service_table.hpp"

namespace idn::viewer {
namespace {

bool is_laser(wire::ServiceMode mode) {
  return stream::service_type_of(mode) == wire::ServiceType::LaserProjector;
}

/// The first sample of an IDN frame only gives the starting position of the figure (section 2.7), so it is
/// blanked.
std::shared_ptr<Samples> copy_of(const stream::SampleChunk& chunk, bool is_frame) {
  auto samples = std::make_shared<Samples>();
  samples->values.assign(chunk.samples.begin(), chunk.samples.end());
  if (is_frame && !samples->values.empty()) samples->values.front() = blanked(samples->values.front());
  return samples;
}

/// The duration of a frame of n samples is that of the n - 1 intervals between them; on a time line all n
/// samples have a duration.
Duration length_of(const stream::SampleChunk& chunk, bool is_frame) {
  const Duration length = std::chrono::microseconds(chunk.duration_us);
  const auto count = static_cast<std::int64_t>(chunk.samples.size());
  return is_frame && count > 1 ? length * count / (count - 1) : length;
}

/// The index of the first sample of each fragment. Starts beyond the end of the frame are dropped: if fragments
/// were lost, the stored ones may belong to another frame.
std::vector<std::uint32_t> starts_in(const std::vector<std::uint32_t>& octets, std::size_t sample_size,
                                     std::size_t samples) {
  std::vector<std::uint32_t> starts;
  for (const auto before : octets) {
    const std::size_t start = sample_size == 0 ? 0 : (before + sample_size - 1) / sample_size;
    if (start < samples && (starts.empty() || start > starts.back()))
      starts.push_back(static_cast<std::uint32_t>(start));
  }
  if (starts.empty() && samples > 0) starts.push_back(0);
  return starts;
}

}  // namespace

void StreamListener::on_datagram(const stream::DatagramReport& report) {
  if (report.kind == stream::DatagramKind::LeftOver) return;  // its channels have gone
  const auto* const measured = stream::measure(meter_, report);
  if (measured == nullptr) return;
  if (report.kind == stream::DatagramKind::Unreadable)
    return emit_sequence(measured->number, report.arrival.at);
  if (report.routing && is_laser(report.routing->mode)) {
    channels_.try_emplace(report.message->header.channel);
    emit_event(report.message->header.channel, report.arrival.at, Routed{*report.routing});
  }
  if (report.laser() != nullptr) show(report.message->header.channel, *report.laser());
  Arrived arrived{.timing = measured->timing,
                  .further_samples = measured->further_samples(),
                  .octets = static_cast<std::uint32_t>(report.octets),
                  .asks_acknowledge = report.header.command == wire::Command::RtMessageAckRequest ||
                                      report.header.command == wire::Command::RtCloseAckRequest,
                  .number = measured->number,
                  .counts = meter_.counts(),
                  .input_events = report.input_events,
                  .pipeline_events = report.pipeline_events};
  if (report.message == nullptr) {
    for (const auto& [channel, facts] : channels_) emit_event(channel, report.arrival.at, arrived);
    return;
  }
  const std::uint8_t number = report.message->header.channel;
  const auto found = channels_.find(number);
  if (found == channels_.end()) return emit_sequence(measured->number, report.arrival.at);
  configure(number, *report.message, report.arrival.at);
  arrived.carries_samples = report.took_data;
  arrived.samples = static_cast<std::uint32_t>(report.samples);
  arrived.late_samples = static_cast<std::uint32_t>(report.late_samples);
  if (report.took_data && report.samples == 0) note_fragment(found->second, *report.message);
  emit_event(number, report.arrival.at, arrived);
}

void StreamListener::show(std::uint8_t number, const stream::SampleChunk& chunk) {
  const bool is_frame = chunk.mode == wire::ServiceMode::GraphicDiscrete;
  auto samples = copy_of(chunk, is_frame);
  Channel& channel = channels_[number];
  if (is_frame) channel.fragments.push_back(channel.octets);
  samples->datagram_starts = starts_in(channel.fragments, channel.sample_size, samples->values.size());
  channel.fragments.clear();
  channel.octets = 0;
  emit_event(number, chunk.arrival,
             Shown{std::move(samples), chunk.playout, length_of(chunk, is_frame), is_frame, chunk.once});
}

void StreamListener::on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) {
  if (channels_.contains(id.channel)) emit_event(id.channel, time.at, WentDark{dark_reason(reason)});
}

void StreamListener::on_channel_closed(const stream::ChannelId& id, stream::EndReason, TimePoint) {
  channels_.erase(id.channel);
}

/// Reports the sequence number of a datagram that belongs to no shown channel, to all channels of the
/// connection.
void StreamListener::emit_sequence(const SequenceStep& number, TimePoint at) const {
  for (const auto& [channel, facts] : channels_)
    emit_event(channel, at, Arrived{.number = number, .counts = meter_.counts()});
}

void StreamListener::emit_event(std::uint8_t channel, TimePoint at, decltype(StreamEvent::what) what) const {
  on_event_({.stream = {client_, unit_, channel}, .at = at, .what = std::move(what)});
}

void StreamListener::configure(std::uint8_t channel, const wire::ChannelMessage& message, TimePoint at) {
  if (!message.config || !message.config->routing) return;
  const auto layout = wire::SampleLayout::from_dictionary(message.config->service_configuration);
  if (!layout || !is_laser(message.config->mode)) return;
  channels_[channel].sample_size = layout->sample_size();
  emit_event(channel, at, Configured{*layout});
}

/// Stores where a fragment begins. The chunk header of a first fragment is not counted.
void StreamListener::note_fragment(Channel& channel, const wire::ChannelMessage& message) {
  constexpr std::size_t kMostFragments = 1024;
  const bool is_first = message.header.type == wire::ChunkType::FrameFirst;
  if (is_first) {
    channel.fragments.clear();
    channel.octets = 0;
  }
  if (channel.fragments.size() < kMostFragments) channel.fragments.push_back(channel.octets);
  const std::size_t head = is_first ? std::min<std::size_t>(wire::ChunkHeader::kSize, message.data.size()) : 0;
  channel.octets += static_cast<std::uint32_t>(message.data.size() - head);
}

}  // namespace idn::viewer
