// SPDX-License-Identifier: MIT
#include "capture/pcap_format.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "capture/byte_order.hpp"

namespace idn::capture {
namespace {

constexpr std::uint32_t kLongestPacket = 256 * 1024;
constexpr std::uint32_t kNano = 1'000'000'000;

/// The first four octets of a file, which identify byte order and resolution.
struct Magic {
  std::uint32_t octets;
  bool is_little_endian;
  std::uint32_t fractions_per_second;
  std::size_t record = 16;  ///< octets of the header of a packet
};

/// The last two are those of an old patch: interface and protocol follow in the header of each packet.
constexpr std::array kMagics{Magic{0xA1B2C3D4, false, 1'000'000},     Magic{0xD4C3B2A1, true, 1'000'000},
                             Magic{0xA1B23C4D, false, kNano},         Magic{0x4D3CB2A1, true, kNano},
                             Magic{0xA1B2CD34, false, 1'000'000, 24}, Magic{0x34CDB2A1, true, 1'000'000, 24}};

const Magic* magic_of(ConstBytes start) noexcept {
  ByteReader in(start);
  const auto octets = in.read<std::uint32_t>();
  for (const auto& magic : kMagics)
    if (in.ok() && magic.octets == octets) return &magic;
  return nullptr;
}

}  // namespace

bool PcapFormat::begins(ConstBytes start) noexcept {
  return magic_of(start) != nullptr;
}

PcapFormat::PcapFormat(ByteSource& source, FileInfo& facts) : PacketFormat(source, facts) {
  const ConstBytes header = source_.look(kHeader);
  const Magic& magic = *magic_of(header);
  is_little_endian_ = magic.is_little_endian;
  fractions_per_second_ = magic.fractions_per_second;
  record_size_ = magic.record;
  // The upper bits of the word announce a frame check sequence at the end of packets, which is never read.
  const std::uint32_t link = ByteOrderReader(header.subspan(20), is_little_endian_).u32() & 0x03FF'FFFF;
  link_ = link_type_of(link);
  facts_.format = "pcap";
  facts_.links.insert(link_name(link));
  facts_.add_stamp_source(fractions_per_second_ == kNano ? "pcap ns" : "pcap us");
  source_.skip(kHeader);
}

bool PcapFormat::read(Packet& packet) {
  const auto is_start = [this](ConstBytes octets) { return is_record(octets); };
  for (;;) {
    const ConstBytes header = source_.look(record_size_);
    if (header.empty() && !source_.fault()) return false;
    if (header.size() < record_size_) {
      end_with("the file ends within the header of a packet");
      return false;
    }
    const Record record = decode(header);
    if (is_impossible(record)) {
      if (!skip_damage("impossible length of a packet", is_start)) return false;
      continue;
    }
    if (source_.look(record_size_ + record.captured).size() < record_size_ + record.captured) {
      end_with("the file ends within a packet");
      return false;
    }
    if (take(record, packet)) return true;
  }
}

PcapFormat::Record PcapFormat::decode(ConstBytes header) const noexcept {
  ByteOrderReader in(header, is_little_endian_);
  Record record;
  record.seconds = in.u32();
  record.fraction = in.u32();
  record.captured = in.u32();
  record.wire_length = in.u32();
  return record;
}

/// Nothing for a fraction of a second or more.
std::optional<Duration> PcapFormat::time_of(const Record& record) const noexcept {
  if (record.fraction >= fractions_per_second_) return std::nullopt;
  return std::chrono::seconds(record.seconds) +
         Duration(std::int64_t{record.fraction} * (kNano / fractions_per_second_));
}

/// Takes a packet that is entirely in view.
/// @return false if it is left out: of unknown link type, or without a time before any other
bool PcapFormat::take(const Record& record, Packet& packet) {
  const ConstBytes bytes = source_.look(record_size_ + record.captured).subspan(record_size_);
  source_.skip(record_size_ + record.captured);
  ++facts_.packets;
  const bool may_be_used = set_time(time_of(record), packet);
  if (!link_) ++facts_.of_unknown_link;
  if (!link_ || !may_be_used) return false;
  packet.bytes = bytes;
  packet.wire_length = std::max(record.wire_length, record.captured);
  packet.link = *link_;
  packet.number = facts_.packets;
  packet.stamp_source = 0;
  return true;
}

/// A length of 0 counts as impossible, so that zeros, as a crash leaves them in a file, are not empty packets.
/// There are writers that state fewer octets on the wire than they captured.
bool PcapFormat::is_impossible(const Record& record) noexcept {
  return (record.wire_length == 0 && record.captured == 0) || record.captured > kLongestPacket;
}

/// Stricter than is_impossible(): after damage, any octets may be mistaken for a record.
bool PcapFormat::looks_like_record(ConstBytes octets) const noexcept {
  constexpr std::chrono::hours kDay(24);
  const Record record = decode(octets);
  const auto time = time_of(record);
  return time && (!last_time_ || std::chrono::abs(*time - *last_time_) < kDay) && record.captured > 0 &&
         record.captured <= kLongestPacket && record.captured <= record.wire_length &&
         record.wire_length <= 16 * kLongestPacket;
}

/// Whether a record begins here, and another one follows it, or the end of the file.
bool PcapFormat::is_record(ConstBytes octets) const noexcept {
  if (octets.size() < record_size_ || !looks_like_record(octets)) return false;
  const std::size_t end = record_size_ + decode(octets).captured;
  if (octets.size() < end + record_size_) return octets.size() == end;
  return looks_like_record(octets.subspan(end));
}

}  // namespace idn::capture
