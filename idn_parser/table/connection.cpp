// SPDX-License-Identifier: MIT
#include "idn_parser/table/connection.hpp"

#include "idn/wire/acknowledge.hpp"

namespace idn::parser {
namespace {

/// Octets in front of the samples: all that the report needs.
std::size_t header_octets(const wire::ChannelMessage& message, ConstBytes payload) {
  const auto before_data = static_cast<std::size_t>(message.data.data() - payload.data());
  const auto type = message.header.type;
  const bool has_chunk_header = type != wire::ChunkType::Void && !wire::is_sequel(type);
  return before_data + (has_chunk_header ? wire::ChunkHeader::kSize : 0);
}

}  // namespace

void Connection::take(const RealtimePacket& packet) {
  ++counts_.packets;
  count_command(packet.header.command);
  const auto order = count_sequence(packet.header.sequence);
  if (packet.is_fragmented) {
    ++counts_.fragmented;
    return;
  }
  if (packet.header.command == wire::Command::RtAbort) return;
  if (!packet.payload.empty()) return take_message(packet, order == stream::SequenceOrder::Duplicate);
  if (!wire::is_close(packet.header.command)) ++counts_.keepalives;
}

void Connection::count_command(wire::Command command) noexcept {
  if (wire::is_close(command)) ++counts_.closes;
  if (command == wire::Command::RtAbort) ++counts_.aborts;
  if (wire::requests_acknowledge(command)) ++counts_.acknowledge_requests;
}

stream::SequenceOrder Connection::count_sequence(std::uint16_t sequence) noexcept {
  using enum stream::SequenceOrder;
  if (!sequence_) sequence_.emplace(sequence);
  const auto step = sequence_->step(sequence);
  counts_.lost += step.missing;
  if (step.fills_a_gap) --counts_.lost;
  if (step.order == Late) ++counts_.reordered;
  if (step.order == Duplicate) ++counts_.duplicates;
  if (step.order == Restart) ++counts_.restarts;
  return step.order;
}

void Connection::take_message(const RealtimePacket& packet, bool is_repeated) {
  const auto message = wire::ChannelMessage::decode(packet.payload);
  const bool is_cut = packet.captured < packet.payload.size();
  if (is_cut && (!message || header_octets(*message, packet.payload) > packet.captured)) {
    ++counts_.cut;
    return;
  }
  if (!message) return note_fault(message.error(), packet.packet_number);
  if (message->surplus > 0) ++counts_.surplus;
  if (message->header.type == wire::ChunkType::Void && !message->config) ++counts_.keepalives;
  const ArrivedMessage arrived{*message, packet.time, wire::PacketHeader::kSize + packet.payload.size(),
                               is_repeated};
  const auto taken = streams_[message->header.channel].take(arrived);
  if (!taken) note_fault(taken.error(), packet.packet_number);
}

void Connection::note_fault(const Error& error, std::uint64_t packet_number) {
  if (counts_.malformed++ == 0) first_fault_ = FirstFault{error, packet_number};
}

void Connection::take_acknowledge(ConstBytes payload) {
  ++counts_.acknowledges;
  ByteReader in(payload);
  const auto acknowledge = wire::Acknowledge::decode(in);
  if (acknowledge && wire::is_failure(acknowledge->result)) ++counts_.refusals;
}

}  // namespace idn::parser
