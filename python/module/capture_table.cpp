// SPDX-License-Identifier: MIT
#include "capture_table.hpp"

#include <algorithm>
#include <stdexcept>

namespace idn::python {
namespace {

bool is_known(wire::Command command) {
  return wire::is_realtime(command) &&
         (command == wire::Command::RtMessage || command == wire::Command::RtMessageAckRequest ||
          wire::is_close(command) || command == wire::Command::RtAbort);
}

bool is_request(wire::Command command) {
  using enum wire::Command;
  return command == PingRequest || command == GroupRequest || command == ScanRequest ||
         command == ServiceMapRequest;
}

double nanoseconds(Duration time) {
  return static_cast<double>(time.count());
}

}  // namespace

void CapturedStream::add(const analysis::MeasuredDatagram& measured, NumpyRow row) {
  const auto& chunk = measured.chunk;
  if (const auto samples = measured.further_samples()) {
    metrics_.add_samples(samples);
    if (!rows_.empty()) rows_[last_measured_].samples += static_cast<double>(samples);
  }
  if (!measured.timing && !(measured.is_repeated() && chunk && !chunk->octets.empty())) return;
  row.media_us = measured.media.count();
  row.duration_us = static_cast<std::uint32_t>(chunk->duration.count());
  row.frame = wire::is_frame(measured.message->header.type);
  row.duplicate = measured.is_repeated();
  if (chunk->sample_size != 0) row.samples = static_cast<double>(chunk->samples);
  rows_.push_back(row);
  if (!measured.timing) return;
  last_measured_ = rows_.size() - 1;
  held_.take({measured.timing, last_measured_},
             [this](const HeldDatagram& held, const auto&) { measure(held); });
}

void CapturedStream::finish() {
  held_.finish([this](const HeldDatagram& held, const auto&) { measure(held); });
}

void CapturedStream::measure(const HeldDatagram& held) {
  NumpyRow& row = rows_[held.row];
  row.late = held.datagram->order == ArrivalOrder::Late;
  row.after_loss = held.datagram->order == ArrivalOrder::AfterLoss;
  const auto offset = metrics_.add(*held.datagram);
  if (!offset) return;
  row.offset_ns = nanoseconds(offset->length);
  row.expected_ns = nanoseconds(offset->expected);
  if (offset->expected > Duration{0}) row.deviation_ns = nanoseconds(offset->deviation);
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
  const auto& measured =
      meter_.take(header,
                  {octets.subspan(wire::PacketHeader::kSize),
                   datagram.payload.size() - wire::PacketHeader::kSize, at.part > 0, at.clock, at.has_time},
                  at.time);
  if (measured.message == nullptr) return;
  NumpyRow row;
  row.unix_ns = at.time.count();
  row.packet = at.packet_number;
  row.octets = static_cast<std::uint32_t>(datagram.length);
  row.file = at.file;
  row.sequence = header.sequence;
  streams_[measured.message->header.channel].add(measured, row);
}

void CapturedConnection::finish() {
  for (auto& [channel, stream] : streams_) stream.finish();
}

CaptureTable read_captures(const std::vector<std::string>& paths, std::uint16_t port) {
  auto datagrams = capture::DatagramReader::open(paths);
  if (!datagrams) throw std::runtime_error(datagrams.error().message());
  CaptureTable table;
  while (const auto captured = datagrams->next()) {
    const capture::UdpDatagram& datagram = captured->content;
    if (datagram.destination.port != port) continue;
    ByteReader in(datagram.payload);
    const auto header = wire::PacketHeader::decode(in);
    if (!header) continue;
    const ConnectionKey key{datagram.source, datagram.destination, header->client_group};
    if (is_known(header->command))
      table[key].add(*header, datagram, captured->position);
    else if (const auto known = table.find(key); is_request(header->command) && known != table.end())
      known->second.add_request(header->sequence);
  }
  for (auto& [key, connection] : table) connection.finish();
  return table;
}

}  // namespace idn::python
