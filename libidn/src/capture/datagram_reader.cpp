// SPDX-License-Identifier: MIT
#include "idn/capture/datagram_reader.hpp"

#include <algorithm>

#include "capture/merged_datagrams.hpp"

namespace idn::capture {
namespace {

template <class Words>
std::string list_of(const Words& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

}  // namespace

DatagramReader::DatagramReader(std::vector<Reader> files) {
  files_.reserve(files.size());
  for (auto& file : files) files_.push_back({std::move(file)});
  for (auto& file : files_) file.has_head = file.reader.read(file.head);
}

const CapturedDatagram* DatagramReader::next() {
  if (rest_.wire_length > 0) {
    ++datagram_.position.part;
    take_part();
    return &datagram_;
  }
  for (;;) {
    if (taken_ != nullptr) taken_->has_head = taken_->reader.read(taken_->head);
    taken_ = earliest();
    if (taken_ == nullptr) {
      decapsulator_.finish();
      return nullptr;
    }
    const auto file = static_cast<std::uint32_t>(taken_ - files_.data());
    if (take(taken_->head, file)) return &datagram_;
  }
}

DatagramReader::File* DatagramReader::earliest() noexcept {
  File* found = nullptr;
  for (auto& file : files_)
    if (file.has_head && (found == nullptr || file.head.time < found->head.time)) found = &file;
  return found;
}

/// Counts the packet and decapsulates it into datagram_. @return whether there is a datagram
bool DatagramReader::take(const Packet& packet, std::uint32_t file) {
  ++totals_.packets;
  if (packet.bytes.size() < packet.wire_length) ++totals_.truncated_packets;
  earliest_time_ = std::min(earliest_time_, packet.time);
  latest_time_ = std::max(latest_time_, packet.time);
  datagram_.position = {
      .time = packet.time, .packet_number = packet.number, .file = file, .stamp_source = packet.stamp_source};
  const auto datagram = decapsulator_.decapsulate(packet, datagram_.position);
  if (datagram) {
    datagram_.content = *datagram;
    begin_parts();
    return true;
  }
  if (datagram.error() == DecapsulationFailure::Malformed) ++totals_.bad_headers;
  if (datagram.error() == DecapsulationFailure::Truncated) ++totals_.truncated_headers;
  return false;
}

/// Replaces the datagram by its first part if segmentation offload merged several. Offload and fragmentation by
/// IP exclude each other.
void DatagramReader::begin_parts() {
  if (datagram_.content.fragments > 0) return;
  const CapturedBytes whole{datagram_.content.payload, datagram_.content.length};
  const auto size = merged_datagram_size(whole);
  if (!size) return;
  ++totals_.merged_packets;
  rest_ = whole;
  part_size_ = *size;
  take_part();
}

void DatagramReader::take_part() noexcept {
  const CapturedBytes part = rest_.first(part_size_);
  datagram_.content.payload = part.bytes;
  datagram_.content.length = part.wire_length;
  rest_ = rest_.without_first(part_size_);
  ++totals_.merged_datagrams;
}

std::uint64_t DatagramReader::octets() const noexcept {
  std::uint64_t octets = 0;
  for (const auto& file : files_) octets += file.reader.octets();
  return octets;
}

CaptureInfo DatagramReader::facts() const {
  CaptureInfo facts = totals_;
  std::vector<std::string> names;
  std::set<std::string> links;
  for (const auto& file : files_) {
    facts.files.push_back(file.reader.facts());
    names.push_back(facts.files.back().name);
    links.insert(facts.files.back().links.begin(), facts.files.back().links.end());
  }
  facts.file = list_of(names);
  facts.link_name = list_of(links);
  facts.fragments = decapsulator_.fragments();
  if (earliest_time_ > latest_time_) return facts;
  facts.first_time = earliest_time_;
  facts.span = latest_time_ - earliest_time_;
  return facts;
}

}  // namespace idn::capture
