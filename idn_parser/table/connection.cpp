// SPDX-License-Identifier: MIT
#include "idn_parser/table/connection.hpp"

#include <algorithm>

namespace idn::parser {
namespace {

/// Octets before the samples: what the report needs of the message.
std::size_t header_octets(const wire::ChannelMessage& message, ConstBytes payload) {
  const auto before_data = static_cast<std::size_t>(message.data.data() - payload.data());
  const auto type = message.header.type;
  const bool has_chunk_header = type != wire::ChunkType::Void && !wire::is_sequel(type);
  return before_data + (has_chunk_header ? wire::ChunkHeader::kSize : 0);
}

/// Whether the capture cut the packet before the end of its headers.
bool is_header_cut_off(const RealtimePacket& packet) {
  if (packet.captured == packet.datagram.size()) return false;
  const auto message = wire::ChannelMessage::decode(packet.payload());
  return !message || wire::PacketHeader::kSize + header_octets(*message, packet.payload()) > packet.captured;
}

/// Whether the timestamp of the message is valid: those of void messages may have any value, sequel fragments
/// have none.
bool has_valid_timestamp(const wire::ChannelMessage& message) {
  return message.header.type != wire::ChunkType::Void && !wire::is_sequel(message.header.type);
}

bool ends_session(wire::Command command) {
  return wire::is_close(command) || command == wire::Command::RtAbort;
}

}  // namespace

Connection::Connection(const Endpoint& client, const TableOptions& options, bool simulates_receiver)
    : playback_(options.playback),
      window_(options.window),
      keeps_datagrams_(options.keep_datagrams),
      records_over_time_(options.record_over_time),
      reception_(simulates_receiver ? std::make_unique<Reception>(client, options.receiver_latency) : nullptr) {
}

void Connection::take(const RealtimePacket& packet) {
  if (counts_.packets++ == 0) counts_.first = packet.at;
  counts_.last = packet.at;
  if (packet.was_fragmented) ++counts_.fragmented;
  count_command(packet.header.command);
  check_silence(packet);
  const bool is_readable = !is_header_cut_off(packet);
  const bool has_payload = !packet.payload().empty() && packet.header.command != wire::Command::RtAbort;
  const auto message =
      is_readable && has_payload ? wire::ChannelMessage::decode(packet.payload()) : fail(Errc::Truncated);
  analysis::SequencedDatagram numbered{.number = packet.header.sequence, .arrival = packet.at.time};
  if (message && has_valid_timestamp(*message)) numbered.media = unwrapped(message->header.timestamp);
  const auto step = numbers_.take(numbered);
  record_step(packet, numbered, step);
  const bool is_repeated = step.order == analysis::ArrivalOrder::Duplicate;
  if (wire::requests_acknowledge(packet.header.command) && !is_repeated)
    acknowledges_.asked(packet.header.sequence, packet.at.time);
  if (!is_readable)
    ++counts_.cut;
  else if (reception_)
    end_playback(reception_->expire(packet.at.time));
  const auto dark_channels =
      reception_ && is_readable ? reception_->take(packet.datagram, packet.at) : Reception::Channels{};
  if (message)
    take_message(packet, *message, step);
  else if (is_readable && has_payload)
    record_fault(message.error(), packet.at);
  else if (is_readable && packet.payload().empty() && !ends_session(packet.header.command))
    ++counts_.keepalives;
  end_playback(dark_channels);
  if (ends_session(packet.header.command) && !is_repeated) numbers_.close();
}

/// If the output of the simulated receiver goes dark on purpose, the playback stops as well.
void Connection::end_playback(const Reception::Channels& dark_channels) {
  if (!playback_ || dark_channels.none()) return;
  for (auto& [channel, stream] : streams_)
    if (dark_channels.test(channel)) stream.end_playback();
}

void Connection::finish() {
  for (auto& [channel, stream] : streams_) stream.finish();
}

void Connection::count_command(wire::Command command) noexcept {
  if (wire::is_close(command)) ++counts_.closes;
  if (command == wire::Command::RtAbort) ++counts_.aborts;
  if (wire::requests_acknowledge(command)) ++counts_.acknowledge_requests;
}

/// Counts link time-outs. Silence after a close of the session is none.
void Connection::check_silence(const RealtimePacket& packet) noexcept {
  const auto link_timeout = stream::ReceiverConfig{}.link_timeout;
  if (last_arrival_ && packet.at.time - *last_arrival_ >= link_timeout) ++silences_;
  last_arrival_ = packet.at.time;
  if (ends_session(packet.header.command)) last_arrival_.reset();
}

void Connection::record_step(const RealtimePacket& packet, const analysis::SequencedDatagram& datagram,
                             const analysis::SequenceUpdate& step) {
  using enum analysis::ArrivalOrder;
  counts_.numbers = numbers_.counts();
  if (step.order != InOrder) order_events_.add({packet.at, packet.header.sequence, step});
  if (datagram.media && step.order != Late && step.order != Duplicate) newest_media_ = datagram.media;
}

void Connection::take_message(const RealtimePacket& packet, const wire::ChannelMessage& message,
                              const analysis::SequenceUpdate& step) {
  if (message.surplus > 0) count_surplus(packet, message.surplus);
  if (message.header.type == wire::ChunkType::Void && !message.config) ++counts_.keepalives;
  const bool is_repeated = step.order == analysis::ArrivalOrder::Duplicate;
  if (is_repeated && !keeps_datagrams_) return;
  const ArrivedMessage arrived{.content = message,
                               .at = packet.at,
                               .sequence = packet.header.sequence,
                               .payload_octets = packet.datagram.size(),
                               .media = unwrapped(message.header.timestamp),
                               .order = step.order,
                               .interruptions = numbers_.interruptions(),
                               .silences = silences_,
                               .lost = counts_.numbers.lost};
  if (is_repeated) return take_duplicate(arrived);
  const auto taken = stream_of(message.header.channel).take(arrived);
  if (!taken) record_fault(taken.error(), packet.at);
}

/// What the capture does not show may be further datagrams of a packet that offload merged.
void Connection::count_surplus(const RealtimePacket& packet, std::size_t octets) {
  if (packet.captured < packet.datagram.size()) {
    ++counts_.cut_behind_message;
    counts_.cut_octets.add(packet.datagram.size());
    counts_.most_captured = std::max(counts_.most_captured, packet.captured);
    return;
  }
  if (counts_.surplus++ == 0) counts_.first_surplus = packet.at;
  counts_.surplus_octets.add(octets);
}

/// A duplicate on an unknown channel does not create a stream.
void Connection::take_duplicate(const ArrivedMessage& message) {
  const auto stream = streams_.find(message.content.header.channel);
  if (stream != streams_.end()) stream->second.take_duplicate(message);
}

StreamRecord& Connection::stream_of(std::uint8_t channel) {
  const auto [entry, is_new] = streams_.try_emplace(channel, playback_);
  if (is_new && window_) entry->second.measure_windows(*window_);
  if (is_new && records_over_time_) entry->second.record_over_time();
  if (is_new && keeps_datagrams_) entry->second.keep_datagrams();
  return entry->second;
}

std::chrono::microseconds Connection::unwrapped(WireMicros timestamp) const noexcept {
  if (!newest_media_) return std::chrono::microseconds(static_cast<std::uint32_t>(timestamp));
  return std::chrono::microseconds(unwrap(timestamp, newest_media_->count()));
}

void Connection::record_fault(const Error& error, const capture::CapturePosition& at) {
  if (counts_.malformed++ == 0) first_fault_ = FirstFault{error, at};
}

void Connection::take_acknowledge(std::uint16_t sequence, ConstBytes payload,
                                  const capture::CapturePosition& at) {
  ++counts_.acknowledges;
  acknowledges_.answered(sequence, payload, at);
  counts_.refusals = acknowledges_.counts().refusals;
}

}  // namespace idn::parser
