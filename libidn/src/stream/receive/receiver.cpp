// SPDX-License-Identifier: MIT
#include "idn/stream/receive/receiver.hpp"

#include <algorithm>
#include <utility>

#include "stream/receive/answer_limit.hpp"
#include "stream/receive/link_table.hpp"
#include "stream/receive/realtime_payload.hpp"
#include "stream/receive/unit_responses.hpp"

namespace idn::stream {
namespace {

using wire::AckResult;
using wire::Command;

constexpr std::size_t kMaxDatagram = 65507;

bool is_handled(Command command) {
  return command == Command::RtMessage || command == Command::RtMessageAckRequest || wire::is_close(command) ||
         command == Command::RtAbort;
}

/// Whether it closes a channel and was sent after everything that came before, whatever its number says: some
/// senders number their closes by another counter. A close that really comes late or twice is not newer.
bool is_newest_close(const RealtimePayload& payload, const DatagramReport& report,
                     const ReceiverSession& session) noexcept {
  return payload.kind == PayloadKind::Message && payload.message.config && payload.message.config->close &&
         session.is_newest(report.media_us);
}

}  // namespace

std::string_view to_string(EndReason reason) noexcept {
  switch (reason) {
    case EndReason::Closed:
      return "closed";
    case EndReason::Aborted:
      return "aborted";
    case EndReason::LinkTimeout:
      return "link time-out";
    case EndReason::SessionTimeout:
      return "session time-out";
    case EndReason::Rerouted:
      return "rerouted";
    case EndReason::GroupExcluded:
      return "client group excluded";
    case EndReason::ConfigurationLost:
      return "configuration lost";
  }
  return "unknown";
}

std::string_view to_string(RoutingOutcome outcome) noexcept {
  switch (outcome) {
    case RoutingOutcome::Routed:
      return "routed";
    case RoutingOutcome::ServiceUnknown:
      return "no such service";
    case RoutingOutcome::ServiceBusy:
      return "the service is in use";
  }
  return "unknown";
}

/// What a Receiver consists of.
class Receiver::Unit {
 public:
  Unit(ReceiverConfig config, ReceiverListener& listener);

  void on_datagram(ConstBytes bytes, const Endpoint& from, Instant arrival);
  std::optional<OutgoingDatagram> poll_transmit() noexcept;
  TimePoint next_deadline() const noexcept { return next_deadline_; }
  void on_deadline(TimePoint now);
  std::size_t session_count() const noexcept { return connections_.count(); }
  const ReceiverConfig& config() const noexcept { return config_; }
  const ReceiverStats& stats() const noexcept { return stats_; }

 private:
  struct RealtimePacket;

  bool admits(std::uint8_t client_group) const noexcept;
  void answer_request(const wire::PacketHeader& header, ConstBytes payload, const Endpoint& from);
  void set_group_mask(std::uint16_t mask);
  void on_realtime(const RealtimePacket& packet);
  void on_left_over(const RealtimePacket& packet, const SessionId& ended);
  void on_abort(const RealtimePacket& packet, AcceptedLink& connection);
  void on_malformed(const RealtimePacket& packet, AcceptedLink* connection);
  void on_valid(const RealtimePacket& packet, AcceptedLink& connection, bool opens_session);
  void hand_over(const RealtimePayload& payload, ReceiverSession& session, DatagramReport& report);
  void acknowledge(const RealtimePacket& packet, AcceptedLink& connection, wire::AckResult result);
  void send_acknowledge(const RealtimePacket& packet, const wire::Acknowledge& content);

  void restart_timers(const RealtimePacket& packet, AcceptedLink& connection);
  void end(AcceptedLink& connection, EndReason reason, TimePoint at);
  void expire(TimePoint now);
  void expire(AcceptedLink& connection, TimePoint now);

  ReceiverConfig config_;
  ReceiverListener& listener_;
  ServiceTable services_;
  AnswerLimit answers_;
  FragmentBufferPool fragments_;
  DecodeBuffers decode_buffers_;  ///< for what is on its way to the listener
  LinkTable connections_;
  TimePoint now_ = (TimePoint::min)();
  Instant clocks_;  ///< the last arrival by both clocks, to convert between them
  TimePoint next_deadline_ = kNever;
  std::vector<std::byte> answer_;  ///< room for the longest datagram
  std::size_t answer_size_ = 0;
  Endpoint answer_to_;
  ReceiverStats stats_;
};

struct Receiver::Unit::RealtimePacket {
  /// @param bytes at least a header
  RealtimePacket(ConstBytes bytes, const Endpoint& from, Duration wall, TimePoint at,
                 bool accept_little_endian) noexcept
      : payload(RealtimePayload::decode(bytes.subspan(wire::PacketHeader::kSize), accept_little_endian)),
        octets(bytes.size()),
        now(at),
        since_1970(wall) {
    ByteReader in(bytes);
    header.read(in);
    key.source = from;
    key.client_group = header.client_group;
  }

  wire::PacketHeader header;
  SessionKey key;
  RealtimePayload payload;
  std::size_t octets = 0;  ///< of the datagram
  TimePoint now;
  Duration since_1970{};

  DatagramReport report(const SessionId& session, DatagramKind kind = DatagramKind::Realtime) const noexcept {
    const bool is_readable = payload.kind == PayloadKind::Message;
    return {.kind = kind,
            .session = session,
            .arrival = {now, since_1970},
            .header = header,
            .octets = octets,
            .message = is_readable ? &payload.message : nullptr};
  }
};

Receiver::Unit::Unit(ReceiverConfig config, ReceiverListener& listener)
    : config_(std::move(config)),
      listener_(listener),
      services_(config_.services, config_.per_source),
      connections_({services_, listener_, fragments_, decode_buffers_, clocks_, config_.playout, config_.late,
                    config_.decode_samples},
                   config_.max_sessions, config_.max_sessions_per_source),
      answer_(kMaxDatagram) {}

void Receiver::Unit::on_datagram(ConstBytes bytes, const Endpoint& from, Instant arrival) {
  now_ = std::max(now_, arrival.at);
  clocks_ = arrival;
  expire(now_);
  answer_size_ = 0;
  ++stats_.datagrams;
  ByteReader in(bytes);
  const auto header = wire::PacketHeader::decode(in);
  if (!header) {
    ++stats_.too_short;
  } else if (is_request(header->command)) {
    answer_request(*header, in.take_rest(), from);
  } else if (is_handled(header->command)) {
    on_realtime(RealtimePacket(bytes, from, arrival.since_1970, now_, config_.accept_little_endian));
  } else {
    ++stats_.ignored;
  }
}

void Receiver::Unit::answer_request(const wire::PacketHeader& header, ConstBytes payload,
                                    const Endpoint& from) {
  ++stats_.requests;
  if (AcceptedLink* const connection = connections_.find({from, header.client_group})) {
    connection->sequence.take_request(header.sequence);
    listener_.on_datagram({.kind = DatagramKind::Request,
                           .session = connection->session.id(),
                           .arrival = {now_, clocks_.since_1970},
                           .header = header,
                           .octets = wire::PacketHeader::kSize + payload.size()});
  }
  // The answer to a ping is as long as the ping.
  if (header.command != Command::PingRequest && !answers_.allows(from, now_)) {
    ++stats_.unanswered;
    return;
  }
  const UnitState unit{config_.unit_id,    config_.host_name,      config_.services,
                       config_.group_mask, connections_.is_full(), config_.auth_code};
  ByteWriter out(answer_);
  set_group_mask(encode_response(header, payload, unit, out));
  answer_size_ = out.position();
  answer_to_ = from;
}

/// Connections of client groups that are excluded now end at once, and go dark (section 1.5).
void Receiver::Unit::set_group_mask(std::uint16_t mask) {
  if (mask == config_.group_mask) return;
  config_.group_mask = mask;
  connections_.for_each([&](AcceptedLink& connection) {
    if (!admits(connection.key().client_group)) end(connection, EndReason::GroupExcluded, now_);
  });
}

/// The order of the checks is that of section 1.8.2.
void Receiver::Unit::on_realtime(const RealtimePacket& packet) {
  ++stats_.realtime;
  const Command command = packet.header.command;
  if (!admits(packet.header.client_group)) {
    ++stats_.excluded;
    return send_acknowledge(packet, {.result = AckResult::GroupExcluded});
  }
  AcceptedLink* connection = connections_.find(packet.key);
  if (command == Command::RtAbort) {
    if (connection != nullptr) on_abort(packet, *connection);
    return;
  }
  if (packet.payload.kind == PayloadKind::Malformed) return on_malformed(packet, connection);
  if (packet.payload.message.surplus > 0) ++stats_.surplus;
  if (packet.payload.was_little_endian) ++stats_.little_endian;
  const bool opens = connection == nullptr;
  if (opens) {
    if (wire::is_close(command) && packet.payload.kind == PayloadKind::Empty)
      return send_acknowledge(packet, {.result = AckResult::EmptyClose});
    const auto ended =
        connections_.session_before(packet.key, packet.header.sequence, packet.now - config_.link_timeout);
    if (ended) return on_left_over(packet, *ended);
    connection = connections_.open(packet.key, packet.header.sequence,
                                   transform_for(config_.sources, packet.key.source));
  }
  if (connection == nullptr) {
    ++stats_.refused;
    return send_acknowledge(packet, {.result = AckResult::Occupied});
  }
  on_valid(packet, *connection, opens);
}

void Receiver::Unit::on_left_over(const RealtimePacket& packet, const SessionId& ended) {
  ++stats_.left_over;
  listener_.on_datagram(packet.report(ended, DatagramKind::LeftOver));
  send_acknowledge(packet, {.result = AckResult::ProcessingFailure});
}

/// Takes effect with any sequence number: it is never too late to stop the output.
void Receiver::Unit::on_abort(const RealtimePacket& packet, AcceptedLink& connection) {
  DatagramReport report = packet.report(connection.session.id());
  report.message = nullptr;  // an abort has none, whatever it carries
  report.sequence = connection.sequence.step(packet.header.sequence);
  report.input_events = stream::input_events(report.sequence);
  listener_.on_datagram(report);
  end(connection, EndReason::Aborted, packet.now);
}

void Receiver::Unit::on_malformed(const RealtimePacket& packet, AcceptedLink* connection) {
  ++stats_.malformed;
  if (connection == nullptr) return send_acknowledge(packet, {.result = AckResult::InvalidPayload});
  listener_.on_datagram(packet.report(connection->session.id(), DatagramKind::Unreadable));
  if (wire::is_close(packet.header.command)) end(*connection, EndReason::Closed, packet.now);
  acknowledge(packet, *connection, AckResult::InvalidPayload);
}

/// Duplicates are not passed to the session. Of late packets only the samples may count, since configuration
/// and close are outdated; but a late keepalive proves that the client lives, and restarts the time-outs.
void Receiver::Unit::on_valid(const RealtimePacket& packet, AcceptedLink& connection, bool opens_session) {
  const RealtimePayload& payload = packet.payload;
  ReceiverSession& session = connection.session;
  DatagramReport report = packet.report(session.id());
  report.sequence = connection.sequence.step(packet.header.sequence);
  report.opens_session = opens_session;
  report.input_events = stream::input_events(report.sequence);
  if (opens_session) report.input_events |= wire::input_event::kNew;
  connection.quality.observe(report.sequence, packet.now);
  const bool late_keepalive = report.sequence.order == ArrivalOrder::Late && payload.is_keepalive();
  if (report.sequence.is_forward() || late_keepalive) restart_timers(packet, connection);

  if (report.message != nullptr) report.media_us = session.late_media_time(payload.message.header);
  const bool counts = report.sequence.is_forward() || is_newest_close(payload, report, session);
  if (counts)
    hand_over(payload, session, report);
  else if (report.sequence.order == ArrivalOrder::Late && report.message != nullptr)
    session.on_late_message(report);
  connection.input_events |= report.input_events;
  listener_.on_datagram(report);
  if (report.message != nullptr) session.report_ends(payload.message.header.channel);
  if (counts && wire::is_close(packet.header.command)) end(connection, EndReason::Closed, packet.now);
  acknowledge(packet, connection, AckResult::Accepted);
}

void Receiver::Unit::hand_over(const RealtimePayload& payload, ReceiverSession& session,
                               DatagramReport& report) {
  if (payload.kind == PayloadKind::Message) {
    report.media_us = session.media_time(payload.message.header);
    session.on_message(report);
  } else if (payload.kind == PayloadKind::BrokenMessage) {
    session.on_broken_message(payload.message.header.channel, report);
  } else if (payload.kind == PayloadKind::Foreign) {
    report.input_events |= wire::input_event::kMessageInvalid;
  }
  next_deadline_ = std::min(next_deadline_, session.next_deadline());
}

/// Sends all events since the previous acknowledge, those of the channel that the packet names included.
void Receiver::Unit::acknowledge(const RealtimePacket& packet, AcceptedLink& connection, AckResult result) {
  if (!wire::requests_acknowledge(packet.header.command)) return;
  wire::Acknowledge content{.result = result};
  content.input_events = std::exchange(connection.input_events, std::uint16_t{0});
  content.link_quality = connection.quality.value();
  ReceiverSession& session = connection.session;
  if (packet.payload.names_channel()) {
    const std::uint8_t channel = packet.payload.message.header.channel;
    content.pipeline_events = session.take_pipeline_events(channel);
    content.latency_us = static_cast<std::uint32_t>(session.latency(channel) / std::chrono::microseconds(1));
  }
  if (session.has_open_channels()) content.status |= wire::ack_status::kOpenChannels;
  if (session.holds_data(packet.now)) content.status |= wire::ack_status::kOutputBuffered;
  send_acknowledge(packet, content);
}

void Receiver::Unit::send_acknowledge(const RealtimePacket& packet, const wire::Acknowledge& content) {
  if (!wire::requests_acknowledge(packet.header.command)) return;
  ByteWriter out(answer_);
  wire::PacketHeader{Command::RtAcknowledge, packet.header.client_group, packet.header.sequence}.encode(out);
  content.encode(out);
  answer_size_ = out.position();
  answer_to_ = packet.key.source;
}

std::optional<OutgoingDatagram> Receiver::Unit::poll_transmit() noexcept {
  if (answer_size_ == 0) return std::nullopt;
  return OutgoingDatagram{ConstBytes(answer_).first(std::exchange(answer_size_, 0)), answer_to_};
}

bool Receiver::Unit::admits(std::uint8_t client_group) const noexcept {
  return (config_.group_mask >> client_group & 1) != 0;
}

/// A packet without a message restarts the link time-out only, so that a client that sends nothing else goes
/// dark by the session time-out.
void Receiver::Unit::restart_timers(const RealtimePacket& packet, AcceptedLink& connection) {
  connection.link_deadline = packet.now + config_.link_timeout;
  if (packet.payload.kind == PayloadKind::Message)
    connection.session_deadline = packet.now + config_.session_timeout;
  next_deadline_ = std::min(next_deadline_, connection.next_deadline());
}

void Receiver::Unit::end(AcceptedLink& connection, EndReason reason, TimePoint at) {
  connection.session.close_channels(reason, at);
  connection.in_use = false;
  connection.ended_at = at;
  listener_.on_session_closed(connection.session.id(), reason, at);
}

void Receiver::Unit::on_deadline(TimePoint now) {
  now_ = std::max(now_, now);
  expire(now_);
}

void Receiver::Unit::expire(TimePoint now) {
  if (now < next_deadline_) return;
  next_deadline_ = kNever;
  connections_.for_each([&](AcceptedLink& connection) { expire(connection, now); });
}

/// Time-outs take effect at their own time, also when they are noticed later.
void Receiver::Unit::expire(AcceptedLink& connection, TimePoint now) {
  const TimePoint link = connection.link_deadline;
  const TimePoint session = connection.session_deadline;
  connection.session.on_deadline(std::min({now, link, session}));
  if (session <= now && session < link) {
    connection.session.close_channels(EndReason::SessionTimeout, session);
    connection.session_deadline = kNever;
  }
  if (link <= now) return end(connection, EndReason::LinkTimeout, link);
  next_deadline_ = std::min(next_deadline_, connection.next_deadline());
}

Receiver::Receiver(ReceiverConfig config, ReceiverListener& listener)
    : unit_(std::make_unique<Unit>(std::move(config), listener)) {}

Receiver::~Receiver() = default;

void Receiver::on_datagram(ConstBytes bytes, const Endpoint& from, Instant arrival) {
  unit_->on_datagram(bytes, from, arrival);
}

std::optional<OutgoingDatagram> Receiver::poll_transmit() noexcept {
  return unit_->poll_transmit();
}

TimePoint Receiver::next_deadline() const noexcept {
  return unit_->next_deadline();
}

void Receiver::on_deadline(TimePoint now) {
  unit_->on_deadline(now);
}

std::size_t Receiver::session_count() const noexcept {
  return unit_->session_count();
}

const ReceiverConfig& Receiver::config() const noexcept {
  return unit_->config();
}

const ReceiverStats& Receiver::stats() const noexcept {
  return unit_->stats();
}

}  // namespace idn::stream
