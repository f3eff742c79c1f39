// SPDX-License-Identifier: MIT
#include "capture_table.hpp"

#include <algorithm>
#include <stdexcept>

namespace idn::python {
namespace {

using wire::ChunkType;

bool is_known(wire::Command command) {
  return wire::is_realtime(command) &&
         (command == wire::Command::RtMessage || command == wire::Command::RtMessageAckRequest ||
          wire::is_close(command) || command == wire::Command::RtAbort);
}

bool ends_session(wire::Command command) {
  return wire::is_close(command) || command == wire::Command::RtAbort;
}

bool begins_chunk(ChunkType type) {
  return type == ChunkType::Wave || wire::is_frame(type) || type == ChunkType::AudioWave;
}

/// Number of octets of the payload before the samples.
std::size_t header_octets(const wire::ChannelMessage& message, ConstBytes payload) {
  const auto type = message.header.type;
  const bool has_chunk_header = type != ChunkType::Void && !wire::is_sequel(type);
  return static_cast<std::size_t>(message.data.data() - payload.data()) +
         (has_chunk_header ? wire::ChunkHeader::kSize : 0);
}

DatagramRow row_of(const ArrivedMessage& message, std::uint32_t duration_us) {
  DatagramRow row;
  row.unix_ns = message.at.time.count();
  row.media_us = message.media.count();
  row.packet = message.at.packet_number;
  row.file = message.at.file;
  row.duration_us = duration_us;
  row.octets = static_cast<std::uint32_t>(message.octets);
  row.sequence = message.sequence;
  row.frame = wire::is_frame(message.content.header.type);
  return row;
}

double nanoseconds(Duration time) {
  return static_cast<double>(time.count());
}

}  // namespace

void CapturedStream::add(const ArrivedMessage& message) {
  const auto& config = message.content.config;
  if (config) configure(*config);
  const auto type = message.content.header.type;
  if (begins_chunk(type)) add_chunk(message);
  if (type == ChunkType::FrameSequel) add_fragment(message);
  if (config && config->close) order_tracker_.close();  // the message that closes may carry the last samples
}

void CapturedStream::configure(const wire::ChannelConfig& config) {
  using enum wire::ServiceMode;
  if (!config.routing) return;
  data_match_ = config.data_match;
  configured_size_.reset();
  if (config.mode == AudioContinuous)
    if (const auto audio = wire::AudioLayout::from_dictionary(config.service_configuration))
      configured_size_ = audio->sample_size();
  if (config.mode != GraphicContinuous && config.mode != GraphicDiscrete) return;
  if (const auto layout = wire::SampleLayout::from_dictionary(config.service_configuration))
    configured_size_ = layout->sample_size();
}

void CapturedStream::add_chunk(const ArrivedMessage& message) {
  ByteReader in(message.content.data);
  const auto chunk = wire::ChunkHeader::decode(in);
  if (!chunk) return;
  const auto type = message.content.header.type;
  sample_size_ = data_match_ == chunk->config_match ? configured_size_.value_or(0) : 0;
  carried_octets_ = 0;
  is_frame_complete_ = type != ChunkType::FrameFirst;
  const auto samples = count_samples(in.remaining());
  const bool is_partial = is_frame_complete_ && carried_octets_ != 0;
  if (is_partial || in.remaining() == 0) return;

  analysis::SampleDatagram datagram{.arrival = message.at.time,
                                    .media = message.media,
                                    .duration = std::chrono::microseconds(chunk->duration_us),
                                    .samples = samples,
                                    .is_frame = wire::is_frame(type),
                                    .is_merged = message.at.part > 0};
  order_tracker_.place(message.order, message.interruptions, datagram);
  last_measured_ = rows_.size();
  rows_.push_back(row_of(message, chunk->duration_us));
  if (sample_size_ != 0) rows_.back().samples = static_cast<double>(samples);
  std::optional<analysis::TimedDatagram> reading;
  if (datagram.order != analysis::DatagramOrder::Late)
    reading = {.arrival = datagram.arrival,
               .media = message.media,
               .missing = datagram.order == analysis::DatagramOrder::AfterLoss ? 1u : 0u};
  step_filter_.push({datagram, last_measured_}, reading);
  release();
}

void CapturedStream::add_fragment(const ArrivedMessage& message) {
  if (is_frame_complete_) return;
  is_frame_complete_ = message.content.header.is_last_fragment();
  const auto samples = count_samples(message.content.data.size());
  metrics_.add_samples(samples);
  if (!rows_.empty() && sample_size_ != 0) rows_[last_measured_].samples += static_cast<double>(samples);
}

/// Counts complete samples. A fragment of a frame may end within a sample, whose octets are carried over.
std::uint64_t CapturedStream::count_samples(std::size_t octets) noexcept {
  if (sample_size_ == 0) return 0;
  octets += carried_octets_;
  carried_octets_ = octets % sample_size_;
  return octets / sample_size_;
}

void CapturedStream::add_duplicate(const ArrivedMessage& message) {
  if (!begins_chunk(message.content.header.type)) return;
  ByteReader in(message.content.data);
  const auto chunk = wire::ChunkHeader::decode(in);
  if (!chunk || in.remaining() == 0) return;
  rows_.push_back(row_of(message, chunk->duration_us));
  rows_.back().duplicate = true;
}

void CapturedStream::finish() {
  step_filter_.finish();
  release();
}

/// Measures the datagrams that the filter releases. It holds each one back until it is certain whether the
/// capturing clock was stepped before it.
void CapturedStream::release() {
  while (auto next = step_filter_.poll()) {
    auto& datagram = next->item.datagram;
    if (next->step && !datagram.begins_axis) datagram.begins_axis = analysis::AxisCause::CaptureClock;
    DatagramRow& row = rows_[next->item.row];
    row.late = datagram.order == analysis::DatagramOrder::Late;
    row.after_loss = datagram.order == analysis::DatagramOrder::AfterLoss;
    const auto offset = metrics_.add(datagram);
    if (!offset) continue;
    row.offset_ns = nanoseconds(offset->length);
    row.expected_ns = nanoseconds(offset->expected);
    if (offset->expected > Duration{0}) row.deviation_ns = nanoseconds(offset->deviation);
  }
}

void CapturedConnection::add(const wire::PacketHeader& header, const capture::UdpDatagram& datagram,
                             const capture::CapturePosition& at) {
  ++packets_;
  ConstBytes octets = datagram.payload;
  if (octets.size() < datagram.length) {
    padded_.assign(datagram.length, std::byte{0});
    std::ranges::copy(octets, padded_.begin());
    octets = padded_;
  }
  const ConstBytes payload = octets.subspan(wire::PacketHeader::kSize);
  const bool may_have_message = !payload.empty() && header.command != wire::Command::RtAbort;
  auto message = may_have_message ? wire::ChannelMessage::decode(payload) : fail(Errc::Truncated);
  if (message && datagram.payload.size() < datagram.length &&
      wire::PacketHeader::kSize + header_octets(*message, payload) > datagram.payload.size())
    message = fail(Errc::Truncated);

  const auto update = count_sequence(header, message ? &*message : nullptr, at);
  const bool is_repeated = update.order == analysis::ArrivalOrder::Duplicate;
  if (message) {
    const ArrivedMessage arrived{.content = *message,
                                 .at = at,
                                 .sequence = header.sequence,
                                 .octets = datagram.length,
                                 .media = unwrapped(message->header.timestamp),
                                 .order = update.order,
                                 .interruptions = sequence_.interruptions()};
    CapturedStream& stream = streams_[message->header.channel];
    is_repeated ? stream.add_duplicate(arrived) : stream.add(arrived);
  }
  if (ends_session(header.command) && !is_repeated) sequence_.close();
}

analysis::SequenceUpdate CapturedConnection::count_sequence(const wire::PacketHeader& header,
                                                            const wire::ChannelMessage* message,
                                                            const capture::CapturePosition& at) {
  using enum analysis::ArrivalOrder;
  analysis::SequencedDatagram datagram{.number = header.sequence, .arrival = at.time};
  if (message != nullptr && message->header.type != ChunkType::Void && !wire::is_sequel(message->header.type))
    datagram.media = unwrapped(message->header.timestamp);
  const auto update = sequence_.take(datagram);
  if (datagram.media && update.order != Late && update.order != Duplicate) newest_media_ = datagram.media;
  return update;
}

std::chrono::microseconds CapturedConnection::unwrapped(WireMicros timestamp) const noexcept {
  if (!newest_media_) return std::chrono::microseconds(static_cast<std::uint32_t>(timestamp));
  return std::chrono::microseconds(unwrap(timestamp, newest_media_->count()));
}

void CapturedConnection::finish() {
  for (auto& [channel, stream] : streams_) stream.finish();
}

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw std::runtime_error(path + ": " + why);
}

capture::Reader open_capture(const std::string& path) {
  auto source = capture::ByteSource::open(path);
  if (!source) refuse(path, to_string(source.error()));
  source->look(1);
  if (const auto fault = source->fault()) refuse(path, fault.message());
  auto reader = capture::Reader::open(*std::move(source), path);
  if (!reader) refuse(path, std::string(to_string(reader.error().code)));
  return *std::move(reader);
}

}  // namespace

CaptureTable read_captures(const std::vector<std::string>& paths, std::uint16_t port) {
  std::vector<capture::Reader> readers;
  for (const std::string& path : paths) readers.push_back(open_capture(path));
  capture::DatagramReader datagrams(std::move(readers));
  CaptureTable table;
  while (const auto captured = datagrams.next()) {
    const capture::UdpDatagram& datagram = captured->content;
    if (datagram.destination.port != port) continue;
    ByteReader in(datagram.payload);
    const auto header = wire::PacketHeader::decode(in);
    if (!header || !is_known(header->command)) continue;
    table[{datagram.source, datagram.destination, header->client_group}].add(*header, datagram,
                                                                             captured->position);
  }
  for (auto& [key, connection] : table) connection.finish();
  return table;
}

}  // namespace idn::python
