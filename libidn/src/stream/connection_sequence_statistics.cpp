// SPDX-License-Identifier: MIT
#include "idn/stream/connection_sequence_statistics.hpp"

#include <algorithm>

#include "idn/wire/chunk.hpp"

namespace idn::stream {

ConnectionSequenceStatistics::Step ConnectionSequenceStatistics::take(const SessionId& session,
                                                                      const PacketReport& report) {
  Client& client = client_of(session.key, report.arrival.since_1970);
  analysis::SequencedDatagram datagram{.number = report.header.sequence, .arrival = report.arrival.since_1970};
  const bool has_media_time = report.message != nullptr &&
                              report.message->header.type != wire::ChunkType::Void &&
                              !wire::is_sequel(report.message->header.type);
  if (has_media_time) {
    const auto timestamp = report.message->header.timestamp;
    datagram.media =
        std::chrono::microseconds(client.newest_media_us ? unwrap(timestamp, *client.newest_media_us)
                                                         : static_cast<std::uint32_t>(timestamp));
  }
  const Step step = take(client, datagram);
  const auto order = step.number.order;
  const bool is_new = order != analysis::ArrivalOrder::Late && order != analysis::ArrivalOrder::Duplicate;
  if (is_new && datagram.media) client.newest_media_us = datagram.media->count();
  const auto command = report.header.command;
  const bool is_last = wire::is_close(command) || command == wire::Command::RtAbort;
  if (is_last && order != analysis::ArrivalOrder::Duplicate) client.count.close();
  return step;
}

ConnectionSequenceStatistics::Step ConnectionSequenceStatistics::take_unreadable(const SessionId& session,
                                                                                 std::uint16_t number,
                                                                                 Instant arrival) {
  Client& client = client_of(session.key, arrival.since_1970);
  return take(client, {.number = number, .arrival = arrival.since_1970});
}

ConnectionSequenceStatistics::Client& ConnectionSequenceStatistics::client_of(const SessionKey& key,
                                                                              Duration arrival) {
  if (!clients_.contains(key) && clients_.size() >= kMost) make_room();
  Client& client = clients_[key];
  client.last_arrival = arrival;
  return client;
}

ConnectionSequenceStatistics::Step ConnectionSequenceStatistics::take(
    Client& client, const analysis::SequencedDatagram& datagram) {
  const auto number = client.count.take(datagram);
  return {number, client.count.interruptions(), client.count.counts(), datagram.media};
}

void ConnectionSequenceStatistics::make_room() {
  const auto longest_silent =
      std::ranges::min_element(clients_, {}, [](const auto& entry) { return entry.second.last_arrival; });
  clients_.erase(longest_silent);
}

std::optional<analysis::SampleDatagram> sample_datagram_of(const PacketReport& report) noexcept {
  using enum wire::ChunkType;
  if (report.message == nullptr) return std::nullopt;
  const auto type = report.message->header.type;
  auto duration = std::chrono::microseconds(report.duration_us);
  if (type == Wave || type == AudioWave || wire::is_frame(type)) {
    ByteReader in(report.message->data);
    const auto chunk = wire::ChunkHeader::decode(in);
    if (!chunk || in.remaining() == 0) return std::nullopt;
    duration = std::chrono::microseconds(chunk->duration_us);
  } else if (!report.took_data || wire::is_sequel(type)) {
    return std::nullopt;
  }
  return analysis::SampleDatagram{.arrival = report.arrival.since_1970,
                                  .media = std::chrono::microseconds(report.media_us),
                                  .duration = duration,
                                  .samples = report.samples + report.late_samples,
                                  .is_frame = wire::is_frame(type)};
}

}  // namespace idn::stream
