// SPDX-License-Identifier: MIT
#include "capture/pcapng_format.hpp"

#include <algorithm>
#include <array>

namespace idn::capture {
namespace {

namespace block_type {
constexpr std::uint32_t kInterface = 1;
constexpr std::uint32_t kObsoletePacket = 2;
constexpr std::uint32_t kSimplePacket = 3;
constexpr std::uint32_t kStatistics = 5;
constexpr std::uint32_t kEnhancedPacket = 6;
constexpr std::uint32_t kSection = 0x0A0D'0D0A;  // reads the same in both byte orders
}  // namespace block_type

constexpr std::size_t kFrame = 12;  // type, length, and the length again behind the body
constexpr std::uint32_t kLittleEndianMagic = 0x4D3C2B1A;
constexpr std::uint32_t kBigEndianMagic = 0x1A2B3C4D;

constexpr bool is_known(std::uint32_t type) noexcept {
  using namespace block_type;
  return type == kSection || (type >= kInterface && type <= kEnhancedPacket && type != 4);
}

/// Whether the block length at the end of a block equals the one at its start.
bool ends_as_it_begins(ConstBytes block) {
  return std::ranges::equal(block.subspan(4, 4), block.last(4));
}

constexpr std::size_t padded(std::size_t size) noexcept {
  return (size + 3) & ~std::size_t{3};
}

/// Reads the options after the fixed part of a block, and calls `take(code, value)` for each.
template <class Take>
void for_each_option(ByteOrderReader& in, Take take) {
  while (in.remaining() >= 4) {
    const auto code = in.u16();
    const std::size_t size = in.u16();
    if (code == 0) return;
    const ConstBytes value = in.take(size);
    if (!in.ok()) return;
    take(code, value);
    in.skip(std::min(padded(size) - size, in.remaining()));
  }
}

constexpr std::uint64_t power_of_ten(unsigned exponent) noexcept {
  std::uint64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

}  // namespace

std::optional<Duration> TimeUnit::time_of(std::uint64_t ticks) const noexcept {
  constexpr std::int64_t kLatestSecond = (std::int64_t{1} << 62) / 1'000'000'000;
  const unsigned exponent = resolution_ & 0x7Fu;
  const bool is_binary = (resolution_ & 0x80) != 0;
  if (exponent > (is_binary ? 60u : 18u)) return std::nullopt;
  const std::uint64_t per_second = is_binary ? std::uint64_t{1} << exponent : power_of_ten(exponent);
  const std::uint64_t whole = ticks / per_second;
  if (whole >= kLatestSecond || offset_seconds_ >= kLatestSecond || offset_seconds_ < -kLatestSecond)
    return std::nullopt;
  const std::int64_t seconds = static_cast<std::int64_t>(whole) + offset_seconds_;
  if (seconds < 0 || seconds >= kLatestSecond) return std::nullopt;
  std::uint64_t part = ticks % per_second, parts = per_second;
  // Beyond 2^34 parts the multiplication would overflow; what is dropped is far below a nanosecond.
  for (; parts > std::uint64_t{1} << 34 && is_binary; parts >>= 1) part >>= 1;
  const std::uint64_t nanos =
      is_binary || exponent <= 9 ? part * 1'000'000'000 / parts : part / power_of_ten(exponent - 9);
  return std::chrono::seconds(seconds) + Duration(static_cast<std::int64_t>(nanos));
}

std::string TimeUnit::name() const {
  const unsigned exponent = resolution_ & 0x7Fu;
  const bool is_binary = (resolution_ & 0x80) != 0;
  constexpr std::array kNames{"s", "ms", "us", "ns", "ps"};
  if (exponent == 0) return kNames[0];
  if (!is_binary && exponent % 3 == 0 && exponent / 3 < kNames.size()) return kNames[exponent / 3];
  return (is_binary ? "2^-" : "10^-") + std::to_string(exponent) + "s";
}

bool PcapngFormat::begins(ConstBytes start) noexcept {
  ByteReader in(start);
  const bool is_section = in.read<std::uint32_t>() == block_type::kSection;
  in.skip(4);
  const auto magic = in.read<std::uint32_t>();
  return is_section && in.ok() && (magic == kBigEndianMagic || magic == kLittleEndianMagic);
}

PcapngFormat::PcapngFormat(ByteSource& source, FileInfo& facts) : PacketFormat(source, facts) {
  facts_.format = "pcapng";
}

bool PcapngFormat::read(Packet& packet) {
  const auto is_start = [this](ConstBytes octets) { return is_block(octets); };
  for (;;) {
    const ConstBytes start = source_.look(kFrame);
    if (start.empty() && !source_.fault()) return false;
    const auto block = block_at(start);
    if (start.size() >= kFrame && !block) {
      if (skip_damage("impossible length of a block", is_start)) continue;
      return false;
    }
    if (!block) {
      end_with("the file ends within the header of a block");
      return false;
    }
    if (!is_known(block->type) && block->length > ByteSource::kMostAtOnce) {
      // Not used, and too long for the view, so that the length at its end cannot be checked.
      if (source_.skip(block->length)) continue;
      end_with("the file ends within a block");
      return false;
    }
    const ConstBytes whole = source_.look(block->length);
    if (whole.size() < block->length) {
      end_with("the file ends within a block");
      return false;
    }
    std::optional<Packet> taken;
    if (!ends_as_it_begins(whole) || !take(*block, whole.subspan(8, block->length - kFrame), taken)) {
      if (skip_damage("a block that contradicts itself", is_start)) continue;
      return false;
    }
    source_.skip(block->length);
    if (!taken) continue;
    packet = *taken;
    return true;
  }
}

/// Type and length of the block at the start of `octets`; nothing if octets are missing or the length is wrong.
std::optional<PcapngFormat::Block> PcapngFormat::block_at(ConstBytes octets) const noexcept {
  if (octets.size() < kFrame) return std::nullopt;
  bool is_little_endian = is_little_endian_;
  // A section header states the byte order of its section, its own fields included.
  if (begins(octets))
    is_little_endian = ByteReader(octets.subspan(8)).read<std::uint32_t>() == kLittleEndianMagic;
  ByteOrderReader in(octets, is_little_endian);
  Block block;
  block.type = in.u32();
  block.length = in.u32();
  const bool fits = !is_known(block.type) || block.length <= ByteSource::kMostAtOnce;
  if (block.length < kFrame || block.length % 4 != 0 || !fits) return std::nullopt;
  return block;
}

/// Whether a complete block of a known type begins here; for the search after damage.
bool PcapngFormat::is_block(ConstBytes octets) const noexcept {
  const auto block = block_at(octets);
  return block && is_known(block->type) && octets.size() >= block->length &&
         ends_as_it_begins(octets.first(block->length));
}

bool PcapngFormat::take(const Block& block, ConstBytes body, std::optional<Packet>& packet) {
  switch (block.type) {
    case block_type::kSection:
      return begin_section(body);
    case block_type::kInterface:
      return add_interface(body);
    case block_type::kObsoletePacket:
      return take_obsolete(body, packet);
    case block_type::kSimplePacket:
      return take_simple(body, packet);
    case block_type::kStatistics:
      return take_statistics(body);
    case block_type::kEnhancedPacket:
      return take_enhanced(body, packet);
    default:
      return true;  // not used
  }
}

bool PcapngFormat::begin_section(ConstBytes body) noexcept {
  ByteReader in(body);
  const auto magic = in.read<std::uint32_t>();
  if (magic != kBigEndianMagic && magic != kLittleEndianMagic) return false;
  is_little_endian_ = magic == kLittleEndianMagic;
  interfaces_.clear();
  return true;
}

bool PcapngFormat::add_interface(ConstBytes body) {
  ByteOrderReader in(body, is_little_endian_);
  const std::uint32_t number = in.u16();
  in.skip(2 + 4);  // reserved; the snap length, since each packet has its captured length
  Interface added{.link = link_type_of(number)};
  if (!in.ok() || interfaces_.size() == kMaxInterfaces) return false;
  std::uint8_t resolution = 6;
  std::int64_t offset = 0;
  std::string name;
  for_each_option(in, [&](std::uint16_t code, ConstBytes value) {
    constexpr std::uint16_t kName = 2, kResolution = 9, kOffset = 14;
    if (code == kName) name.assign(reinterpret_cast<const char*>(value.data()), value.size());
    if (code == kResolution && value.size() == 1) resolution = std::to_integer<std::uint8_t>(value[0]);
    if (code == kOffset && value.size() == 8)
      offset = static_cast<std::int64_t>(ByteOrderReader(value, is_little_endian_).u64());
  });
  added.unit = {resolution, offset};
  if (!name.empty()) name += ' ';
  added.stamp_source = facts_.add_stamp_source("pcapng interface " + std::to_string(interfaces_.size()) + ' ' +
                                               name + added.unit.name());
  facts_.links.insert(link_name(number));
  interfaces_.push_back(added);
  return true;
}

bool PcapngFormat::take_enhanced(ConstBytes body, std::optional<Packet>& packet) {
  ByteOrderReader in(body, is_little_endian_);
  const std::uint32_t interface_number = in.u32();
  return take_packet(in, interface_number, packet);
}

/// The obsolete Packet Block: a 16-bit interface number and a 16-bit count of drops, where the Enhanced Packet
/// Block has a 32-bit interface number.
bool PcapngFormat::take_obsolete(ConstBytes body, std::optional<Packet>& packet) {
  ByteOrderReader in(body, is_little_endian_);
  const std::uint32_t interface_number = in.u16();
  in.skip(2);
  return take_packet(in, interface_number, packet);
}

/// The fields that both blocks have after the number of the interface.
bool PcapngFormat::take_packet(ByteOrderReader& in, std::uint32_t interface_number,
                               std::optional<Packet>& packet) {
  Stored stored{.interface_number = interface_number};
  const std::uint64_t high = in.u32();
  stored.ticks = high << 32 | in.u32();
  const std::size_t captured = in.u32();
  stored.wire_length = in.u32();
  stored.bytes = in.take(captured);
  if (!in.ok() || stored.interface_number >= interfaces_.size()) return false;
  packet = packet_of(stored);
  return true;
}

/// A Simple Packet Block has no time. Its interface is the first one; only padding follows its octets.
bool PcapngFormat::take_simple(ConstBytes body, std::optional<Packet>& packet) {
  if (body.size() < 4 || interfaces_.empty()) return false;
  ByteOrderReader in(body, is_little_endian_);
  Stored stored{.wire_length = in.u32()};
  stored.bytes = in.take(std::min<std::size_t>(stored.wire_length, in.remaining()));
  packet = packet_of(stored);
  return true;
}

/// Interface Statistics Block: the drops of an interface are counted up from block to block.
bool PcapngFormat::take_statistics(ConstBytes body) {
  ByteOrderReader in(body, is_little_endian_);
  const auto number = in.u32();
  in.skip(8);
  if (!in.ok() || number >= interfaces_.size()) return false;
  for_each_option(in, [&](std::uint16_t code, ConstBytes value) {
    constexpr std::uint16_t kDropped = 5;
    if (code != kDropped || value.size() != 8) return;
    const auto dropped = ByteOrderReader(value, is_little_endian_).u64();
    auto& known = interfaces_[number].dropped;
    if (dropped > known) facts_.dropped += dropped - known;
    known = std::max(known, dropped);
  });
  return true;
}

std::optional<Packet> PcapngFormat::packet_of(const Stored& stored) {
  const Interface& from = interfaces_[stored.interface_number];
  ++facts_.packets;
  if (!from.link) {
    ++facts_.of_unknown_link;
    return std::nullopt;
  }
  Packet packet{.bytes = stored.bytes,
                .wire_length = std::max<std::size_t>(stored.wire_length, stored.bytes.size()),
                .link = *from.link,
                .number = facts_.packets,
                .stamp_source = from.stamp_source};
  const auto time = stored.ticks ? from.unit.time_of(*stored.ticks) : std::nullopt;
  if (!set_time(time, packet)) return std::nullopt;
  return packet;
}

}  // namespace idn::capture
