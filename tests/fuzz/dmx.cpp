// SPDX-License-Identifier: MIT
// Octet chunks of DMX512 and effects, and the map from levels to slots. Input: a datagram.
#include "idn/wire/dmx.hpp"

#include <vector>

#include "fuzz/target.hpp"
#include "idn/wire/channel_message.hpp"

namespace idn::fuzz {
namespace {

template <class Header>
void check_header(ConstBytes octets) {
  ByteReader in(octets);
  const auto header = Header::decode(in);
  require(header.has_value() == (octets.size() >= Header::kSize));
  if (!header) return;
  std::array<std::byte, Header::kSize> again{};
  ByteWriter out(again);
  header->encode(out);
  ByteReader back(again);
  require(Header::decode(back) == header);
}

/// A map encoded to tags decodes to the same map; apply() either applies all levels or changes nothing.
void check_map(const wire::DimmerMap& map, ConstBytes levels) {
  std::array<std::byte, 4 * 256> tags{};
  ByteWriter out(tags);
  map.encode(out);
  require(out.ok() && out.position() % 4 == 0);
  require(wire::DimmerMap::from_tags(out.written()) == map);
  wire::DmxLevels before;
  before.level.fill(7);
  wire::DmxLevels after = before;
  if (map.apply(levels, after))
    require(after.is_set.count() <= levels.size());
  else
    require(after == before);
}

}  // namespace

void run_dmx(ConstBytes input) {
  ByteReader in(input);
  in.skip(wire::PacketHeader::kSize + wire::ChannelMessageHeader::kSize);
  const auto config = wire::ChannelConfig::decode(in);
  const ConstBytes chunk = in.take_rest();
  check_header<wire::OctetSegmentHeader>(chunk);
  check_header<wire::OctetChunkHeader>(chunk);
  const ConstBytes levels = chunk.subspan(std::min(chunk.size(), wire::OctetChunkHeader::kSize));
  check_map({}, levels);
  if (!config) return;
  if (const auto map = wire::DimmerMap::from_tags(config->service_configuration)) check_map(*map, levels);
}

}  // namespace idn::fuzz
