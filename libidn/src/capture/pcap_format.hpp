// SPDX-License-Identifier: MIT
#pragma once

#include "capture/packet_format.hpp"

namespace idn::capture {

/// pcap, the classic format: one header, then packets of one link type, with times in us or ns.
class PcapFormat final : public PacketFormat {
 public:
  static constexpr std::size_t kHeader = 24;

  static bool begins(ConstBytes start) noexcept;

  /// `source` is at the beginning of a file for which begins() is true.
  PcapFormat(ByteSource& source, FileInfo& facts);

  bool read(Packet& packet) override;
  std::unique_ptr<PacketFormat> copy(ByteSource& source, FileInfo& facts) const override {
    return std::unique_ptr<PacketFormat>(new PcapFormat(*this, source, facts));
  }

 private:
  struct Record {
    std::uint32_t seconds = 0;
    std::uint32_t fraction = 0;
    std::uint32_t captured = 0;
    std::uint32_t wire_length = 0;
  };

  PcapFormat(const PcapFormat& other, ByteSource& source, FileInfo& facts) noexcept
      : PacketFormat(other, source, facts),
        record_size_(other.record_size_),
        fractions_per_second_(other.fractions_per_second_),
        link_(other.link_) {}
  Record decode(ConstBytes header) const noexcept;
  std::optional<Duration> time_of(const Record& record) const noexcept;
  static bool is_impossible(const Record& record) noexcept;
  bool looks_like_record(ConstBytes octets) const noexcept;
  bool is_record(ConstBytes octets) const noexcept;
  bool take(const Record& record, Packet& packet);

  std::size_t record_size_ = 16;  ///< octets of the header of a packet
  std::uint32_t fractions_per_second_ = 1'000'000;
  std::optional<LinkType> link_;
};

}  // namespace idn::capture
