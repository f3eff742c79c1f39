// SPDX-License-Identifier: MIT
#include "idn/stream/connection_numbers.hpp"

#include <algorithm>

#include "idn/wire/chunk.hpp"

namespace idn::stream {

ConnectionNumbers::Step ConnectionNumbers::take(const SessionId& session, const PacketReport& report) {
  analysis::NumberedDatagram datagram{.number = report.header.sequence, .arrival = report.arrival.since_1970};
  const bool tells_time = report.message != nullptr && report.message->header.type != wire::ChunkType::Void &&
                          !wire::is_sequel(report.message->header.type);
  if (tells_time) datagram.media = std::chrono::microseconds(report.media_us);
  const auto command = report.header.command;
  return take(session.key, datagram, wire::is_close(command) || command == wire::Command::RtAbort);
}

ConnectionNumbers::Step ConnectionNumbers::take_unreadable(const SessionId& session, std::uint16_t number,
                                                           Instant arrival) {
  return take(session.key, {.number = number, .arrival = arrival.since_1970}, false);
}

ConnectionNumbers::Step ConnectionNumbers::take(const SessionKey& key,
                                                const analysis::NumberedDatagram& datagram, bool is_last) {
  if (!clients_.contains(key) && clients_.size() >= kMost) make_room();
  Client& client = clients_[key];
  client.last_arrival = datagram.arrival;
  const auto number = client.count.take(datagram);
  if (is_last && number.order != analysis::NumberOrder::Duplicate) client.count.close();
  return {number, client.count.continuity()};
}

void ConnectionNumbers::make_room() {
  const auto longest_silent =
      std::ranges::min_element(clients_, {}, [](const auto& entry) { return entry.second.last_arrival; });
  clients_.erase(longest_silent);
}

std::optional<analysis::SampleDatagram> sample_datagram_of(const PacketReport& report) noexcept {
  if (report.message == nullptr) return std::nullopt;
  const auto type = report.message->header.type;
  const bool is_late = report.sequence.order == SequenceOrder::Late;
  if (type == wire::ChunkType::Void || wire::is_sequel(type)) return std::nullopt;
  if (!report.took_data && !is_late) return std::nullopt;
  auto duration = std::chrono::microseconds(report.duration_us);
  if (is_late && !report.took_data) {
    ByteReader in(report.message->data);
    const auto chunk = wire::ChunkHeader::decode(in);
    if (!chunk || in.remaining() == 0) return std::nullopt;
    duration = std::chrono::microseconds(chunk->duration_us);
  }
  return analysis::SampleDatagram{.arrival = report.arrival.since_1970,
                                  .media = std::chrono::microseconds(report.media_us),
                                  .duration = duration,
                                  .samples = report.samples + report.late_samples,
                                  .is_frame = wire::is_frame(type)};
}

}  // namespace idn::stream
