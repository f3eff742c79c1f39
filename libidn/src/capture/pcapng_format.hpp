// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "capture/byte_order.hpp"
#include "capture/packet_format.hpp"

namespace idn::capture {

/// Time unit of an interface of a pcapng file: length of a tick, and the second from which ticks count.
class TimeUnit {
 public:
  TimeUnit() = default;  ///< microseconds since 1970
  /// @param resolution as in the option if_tsresol: ticks of 10^-resolution s; if the highest bit is set, of
  ///        2^-(the lower bits) s
  /// @param offset_seconds as in the option if_tsoffset: since 1970
  TimeUnit(std::uint8_t resolution, std::int64_t offset_seconds) noexcept
      : resolution_(resolution), offset_seconds_(offset_seconds) {}

  /// Time since 1970, rounded down to nanoseconds; nothing before 1970, after 2116, or if ticks are shorter
  /// than 10^-18 s or 2^-60 s.
  std::optional<Duration> time_of(std::uint64_t ticks) const noexcept;
  /// Name of a tick: "us", "ns"; "10^-7s" or "2^-20s" where it has none.
  std::string name() const;

 private:
  std::uint8_t resolution_ = 6;
  std::int64_t offset_seconds_ = 0;
};

/// pcapng, the newer format: blocks of many kinds, several interfaces of different link types and time units.
class PcapngFormat final : public PacketFormat {
 public:
  /// More than any machine has. A file with more is treated as damaged.
  static constexpr std::size_t kMaxInterfaces = 4096;

  static bool begins(ConstBytes start) noexcept;

  /// `source` is at the beginning of a file for which begins() is true.
  PcapngFormat(ByteSource& source, FileInfo& facts);

  bool read(Packet& packet) override;
  std::unique_ptr<PacketFormat> copy(ByteSource& source, FileInfo& facts) const override {
    return std::unique_ptr<PacketFormat>(new PcapngFormat(*this, source, facts));
  }

 private:
  struct Interface {
    std::optional<LinkType> link;
    TimeUnit unit{};
    std::uint64_t dropped = 0;
    std::uint32_t stamp_source = 0;
  };
  struct Block {
    std::uint32_t type = 0;
    std::uint32_t length = 0;
  };

  PcapngFormat(const PcapngFormat& other, ByteSource& source, FileInfo& facts)
      : PacketFormat(other, source, facts), interfaces_(other.interfaces_) {}
  std::optional<Block> block_at(ConstBytes octets) const noexcept;
  bool is_block(ConstBytes octets) const noexcept;
  /// Evaluates a block; `packet` is set if it contains one to be used. @return false if the block is malformed
  bool take(const Block& block, ConstBytes body, std::optional<Packet>& packet);
  bool begin_section(ConstBytes body) noexcept;
  bool add_interface(ConstBytes body);
  bool take_enhanced(ConstBytes body, std::optional<Packet>& packet);
  bool take_simple(ConstBytes body, std::optional<Packet>& packet);
  bool take_obsolete(ConstBytes body, std::optional<Packet>& packet);
  bool take_packet(ByteOrderReader& in, std::uint32_t interface_number, std::optional<Packet>& packet);
  bool take_statistics(ConstBytes body);
  struct Stored {
    std::uint32_t interface_number = 0;
    std::optional<std::uint64_t> ticks{};  ///< nothing: the block has no time
    std::uint32_t wire_length = 0;
    ConstBytes bytes{};
  };
  std::optional<Packet> packet_of(const Stored& stored);

  std::vector<Interface> interfaces_;
};

}  // namespace idn::capture
