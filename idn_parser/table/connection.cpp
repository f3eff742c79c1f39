// SPDX-License-Identifier: MIT
#include "idn_parser/table/connection.hpp"

#include <algorithm>

namespace idn::parser {

Connection::Connection(const Endpoint& client, const TableOptions& options, bool simulates_receiver,
                       LinkSum& link, cli::SkewMeter& skew, std::size_t number)
    : playback_(options.playback),
      shown_(simulates_receiver ? options.shown : std::nullopt),
      window_(options.window),
      keeps_datagrams_(options.keep_datagrams),
      records_over_time_(options.record_over_time),
      reception_(simulates_receiver ? std::make_unique<Reception>(client, options.receiver_latency) : nullptr),
      link_(&link),
      skew_(&skew),
      number_(number) {}

void Connection::take_request(ConstBytes header, std::uint16_t sequence, const capture::CapturePosition& at) {
  meter_.take_request(sequence);
  habits_.take_request(static_cast<wire::Command>(header.front()), at);
  if (!reception_) return;
  end_playback(reception_->expire(at.time), true);
  reception_->take_request(header, at);
}

void Connection::take(const RealtimePacket& packet) {
  if (counts_.packets++ == 0) counts_.first = packet.at;
  counts_.last = packet.at;
  if (packet.was_fragmented) ++counts_.fragmented;
  count_command(packet.header.command);
  check_silence(packet);
  const auto& measured = meter_.take(packet.header,
                                     {packet.payload(), packet.captured - wire::PacketHeader::kSize,
                                      packet.at.part > 0, packet.at.clock, packet.at.has_time},
                                     packet.at.time);
  counts_.numbers = meter_.counts();
  add_to_sums(packet, measured);
  if (!measured.is_recorded_twice) marks_.add(packet.marks, packet.at);
  if (packet.is_whole() && packet.at.has_time && !measured.is_recorded_twice)
    habits_.take({packet.header, packet.datagram, measured, packet.at});
  if (measured.number.order != ArrivalOrder::InOrder && !measured.is_recorded_twice)
    order_events_.add({packet.at, packet.header.sequence, measured.number});
  if (wire::requests_acknowledge(packet.header.command)) ask(packet, measured.is_repeated());
  if (measured.is_cut)
    ++counts_.cut;
  else if (reception_)
    end_playback(reception_->expire(packet.at.time), true);
  const bool is_received = reception_ && !measured.is_cut && !measured.is_recorded_twice;
  const auto dark_channels =
      is_received ? reception_->take(packet.datagram, packet.is_whole(), packet.at) : Reception::Channels{};
  if (measured.message != nullptr)
    take_message(packet, measured);
  else if (!measured.is_cut && packet.payload().empty() && !analysis::ends_session(packet.header.command))
    ++counts_.keepalives;
  if (measured.fault) record_fault(*measured.fault, packet.at);
  end_playback(dark_channels, false);
}

/// If the output of the simulated receiver goes dark on purpose, the playback stops as well.
void Connection::end_playback(const Reception::Channels& dark_channels, bool is_timeout) {
  if (dark_channels.none()) return;
  for (auto& [channel, stream] : streams_)
    if (dark_channels.test(channel)) stream.end_playback(is_timeout);
}

void Connection::finish() {
  for (auto& [channel, stream] : streams_) stream.finish();
}

void Connection::count_command(wire::Command command) noexcept {
  if (wire::is_close(command)) ++counts_.closes;
  if (command == wire::Command::RtAbort) ++counts_.aborts;
  if (wire::requests_acknowledge(command)) ++counts_.acknowledge_requests;
}

void Connection::add_to_sums(const RealtimePacket& packet, const analysis::MeasuredDatagram& measured) {
  if (measured.message != nullptr) {
    const wire::ChannelMessage& message = *measured.message;
    const LinkSum::Key stream{number_, message.header.channel};
    if (measured.timing) {
      link_->add(stream, *measured.timing, packet.at.clock);
      if (message.header.type != wire::ChunkType::AudioWave)
        add_to_skew(stream, *measured.timing, message.config.has_value());
    }
    if (message.config && message.config->close) {
      link_->end_channel(stream);
      skew_->end(stream);
    }
  }
  if (!analysis::ends_session(packet.header.command)) return;
  link_->end_session(number_);
  skew_->end({number_, 0}, {number_, 0xFF});
}

void Connection::add_to_skew(const cli::SkewMeter::Key& stream, const analysis::SampleDatagram& datagram,
                             bool is_configured) {
  if (!datagram.media || datagram.order == ArrivalOrder::Late) return;
  skew_->add(stream, {.at = datagram.arrival,
                      .media = *datagram.media,
                      .is_dark = datagram.is_dark,
                      .dark_before = datagram.dark_before,
                      .is_configured = is_configured});
}

void Connection::ask(const RealtimePacket& packet, bool is_repeated) {
  if (is_repeated)
    acknowledges_.asked_again(packet.header.sequence, packet.at);
  else
    acknowledges_.asked(packet.header.sequence, packet.at);
}

/// Counts link time-outs. Silence after a close of the session is none.
void Connection::check_silence(const RealtimePacket& packet) noexcept {
  const auto link_timeout = stream::ReceiverConfig{}.link_timeout;
  if (last_arrival_ && packet.at.time - *last_arrival_ >= link_timeout) ++silences_;
  last_arrival_ = packet.at.time;
  if (analysis::ends_session(packet.header.command)) last_arrival_.reset();
}

void Connection::take_message(const RealtimePacket& packet, const analysis::MeasuredDatagram& measured) {
  const wire::ChannelMessage& message = *measured.message;
  if (message.surplus > 0) count_surplus(packet, message.surplus);
  if (message.header.type == wire::ChunkType::Void && !message.config) ++counts_.keepalives;
  if (measured.is_repeated() && !keeps_datagrams_) return;
  const ArrivedMessage arrived{.measured = measured,
                               .at = packet.at,
                               .sequence = packet.header.sequence,
                               .payload_octets = packet.datagram.size(),
                               .is_whole = packet.is_whole(),
                               .silences = silences_,
                               .lost = counts_.numbers.lost};
  if (measured.is_repeated()) return take_duplicate(arrived);
  stream_of(message.header.channel).take(arrived);
}

/// What the capture does not show may be further datagrams of a packet that offload merged.
void Connection::count_surplus(const RealtimePacket& packet, std::size_t octets) {
  if (!packet.is_whole()) {
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
  const auto stream = streams_.find(message.measured.message->header.channel);
  if (stream != streams_.end()) stream->second.take_duplicate(message);
}

StreamRecord& Connection::stream_of(std::uint8_t channel) {
  const auto [entry, is_new] = streams_.try_emplace(channel, playback_);
  if (is_new && shown_) entry->second.judge_shown(*shown_);
  if (is_new && window_) entry->second.measure_windows(*window_);
  if (is_new && records_over_time_) entry->second.record_over_time();
  if (is_new && keeps_datagrams_) entry->second.keep_datagrams();
  return entry->second;
}

void Connection::record_fault(const FormatError& error, const capture::CapturePosition& at) {
  if (counts_.malformed++ == 0) first_fault_ = FirstFault{error, at};
}

void Connection::take_acknowledge(std::uint16_t sequence, ConstBytes payload,
                                  const capture::CapturePosition& at) {
  ++counts_.acknowledges;
  acknowledges_.answered(sequence, payload, at);
  counts_.refusals = acknowledges_.counts().refusals;
}

}  // namespace idn::parser
