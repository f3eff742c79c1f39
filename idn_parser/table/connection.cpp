// SPDX-License-Identifier: MIT
#include "idn_parser/table/connection.hpp"

namespace idn::parser {
namespace {

/// Octets in front of the samples: all that the report needs.
std::size_t header_octets(const wire::ChannelMessage& message, ConstBytes payload) {
  const auto before_data = static_cast<std::size_t>(message.data.data() - payload.data());
  const auto type = message.header.type;
  const bool has_chunk_header = type != wire::ChunkType::Void && !wire::is_sequel(type);
  return before_data + (has_chunk_header ? wire::ChunkHeader::kSize : 0);
}

/// The capture does not hold enough to tell what the packet carries.
bool is_headless(const RealtimePacket& packet) {
  if (packet.captured == packet.datagram.size()) return false;
  const auto message = wire::ChannelMessage::decode(packet.payload());
  return !message || wire::PacketHeader::kSize + header_octets(*message, packet.payload()) > packet.captured;
}

}  // namespace

Connection::Connection(const Endpoint& client, const TableOptions& options, bool plays)
    : playback_(options.playback),
      reception_(plays ? std::make_unique<Reception>(client, options.receiver_latency) : nullptr) {}

void Connection::take(const RealtimePacket& packet) {
  ++counts_.packets;
  if (packet.was_fragmented) ++counts_.fragmented;
  count_command(packet.header.command);
  listen_for_silence(packet);
  const auto step = count_sequence(packet.header.sequence, packet.at);
  const bool is_repeated = step.order == stream::SequenceOrder::Duplicate;
  if (wire::requests_acknowledge(packet.header.command) && !is_repeated)
    acknowledges_.asked(packet.header.sequence, packet.at.time);
  if (is_headless(packet)) {
    ++counts_.cut;
    return;
  }
  if (reception_) end_playback(reception_->expire(packet.at.time));
  const auto darkened = reception_ ? reception_->take(packet.datagram, packet.at.time) : Reception::Channels{};
  take_content(packet, step);
  end_playback(darkened);
}

void Connection::take_content(const RealtimePacket& packet, const stream::SequenceStep& step) {
  if (packet.header.command == wire::Command::RtAbort) return;
  if (!packet.payload().empty()) return take_message(packet, step);
  if (!wire::is_close(packet.header.command)) ++counts_.keepalives;
}

/// Where a receiver's output goes dark on purpose, so does the playback.
void Connection::end_playback(const Reception::Channels& darkened) {
  if (!playback_ || darkened.none()) return;
  for (auto& [channel, stream] : streams_)
    if (darkened.test(channel)) stream.end_playback();
}

void Connection::finish() {
  for (auto& [channel, stream] : streams_) stream.finish();
}

void Connection::count_command(wire::Command command) noexcept {
  if (wire::is_close(command)) ++counts_.closes;
  if (command == wire::Command::RtAbort) ++counts_.aborts;
  if (wire::requests_acknowledge(command)) ++counts_.acknowledge_requests;
}

/// Who closed the session may stay silent.
void Connection::listen_for_silence(const RealtimePacket& packet) noexcept {
  const auto link_timeout = stream::ReceiverConfig{}.link_timeout;
  if (last_arrival_ && packet.at.time - *last_arrival_ >= link_timeout) ++silences_;
  last_arrival_ = packet.at.time;
  const auto command = packet.header.command;
  if (wire::is_close(command) || command == wire::Command::RtAbort) last_arrival_.reset();
}

stream::SequenceStep Connection::count_sequence(std::uint16_t sequence, const capture::Moment& at) {
  using enum stream::SequenceOrder;
  if (!sequence_) sequence_.emplace(sequence);
  const auto step = sequence_->step(sequence);
  counts_.lost += step.missing;
  missed_ += step.missing;
  if (step.fills_a_gap) --counts_.lost;
  if (step.order == Late) ++counts_.reordered;
  if (step.order == Duplicate) ++counts_.duplicates;
  if (step.order == Restart) ++counts_.restarts;
  if (step.order != InOrder) order_events_.add({at, sequence, step});
  return step;
}

void Connection::take_message(const RealtimePacket& packet, const stream::SequenceStep& step) {
  const ConstBytes payload = packet.payload();
  const auto message = wire::ChannelMessage::decode(payload);
  if (!message) return note_fault(message.error(), packet.at);
  if (message->surplus > 0) ++counts_.surplus;
  if (message->header.type == wire::ChunkType::Void && !message->config) ++counts_.keepalives;
  const ArrivedMessage arrived{*message,
                               packet.at,
                               packet.datagram.size(),
                               step.order == stream::SequenceOrder::Duplicate,
                               step.missing > 0,
                               step.order == stream::SequenceOrder::Late,
                               missed_,
                               silences_};
  auto& stream = streams_.try_emplace(message->header.channel, playback_).first->second;
  const auto taken = stream.take(arrived);
  if (!taken) note_fault(taken.error(), packet.at);
}

void Connection::note_fault(const Error& error, const capture::Moment& at) {
  if (counts_.malformed++ == 0) first_fault_ = FirstFault{error, at};
}

void Connection::take_acknowledge(std::uint16_t sequence, ConstBytes payload, const capture::Moment& at) {
  ++counts_.acknowledges;
  acknowledges_.answered(sequence, payload, at);
  counts_.refusals = acknowledges_.counts().refusals;
}

}  // namespace idn::parser
