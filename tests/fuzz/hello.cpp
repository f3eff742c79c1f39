// SPDX-License-Identifier: MIT
// The structures of IDN-Hello. Input: a datagram; the octets after its header are decoded as each of them.
#include <vector>

#include "fuzz/target.hpp"
#include "idn/wire/acknowledge.hpp"
#include "idn/wire/hello.hpp"
#include "idn/wire/packet_header.hpp"
#include "wire/client_group.hpp"

namespace idn::fuzz {
namespace {

/// A decoded structure, encoded and decoded again, is the same.
template <class T>
void check(ConstBytes octets) {
  ByteReader in(octets);
  const auto value = T::decode(in);
  require(in.position() <= octets.size());
  if (!value) return require(value.error().offset <= octets.size());
  std::array<std::byte, 64> buffer;
  ByteWriter out(buffer);
  value->encode(out);
  require(out.ok());
  ByteReader again(out.written());
  const auto same = T::decode(again);
  require(same && *same == *value && again.remaining() == 0);
}

void check_service_map(ConstBytes octets) {
  ByteReader in(octets);
  const auto map = wire::ServiceMap::decode(in);
  if (!map) return;
  std::vector<wire::ServiceMapEntry> relays;
  std::vector<wire::ServiceMapEntry> services;
  for (std::size_t i = 0; i < map->relay_count(); ++i) relays.push_back(map->relay(i));
  for (std::size_t i = 0; i < map->service_count(); ++i) services.push_back(map->service(i));
  std::vector<std::byte> buffer(wire::ServiceMap::kHeaderSize +
                                wire::ServiceMapEntry::kSize * (relays.size() + services.size()));
  ByteWriter out(buffer);
  wire::ServiceMap::encode(relays, services, out);
  require(out.ok() && out.position() == buffer.size());
  ByteReader again(buffer);
  const auto same = wire::ServiceMap::decode(again);
  require(same && same->relay_count() == relays.size() && same->service_count() == services.size());
  for (std::size_t i = 0; i < relays.size(); ++i) require(same->relay(i) == relays[i]);
  for (std::size_t i = 0; i < services.size(); ++i) require(same->service(i) == services[i]);
}

void check_unit_name(ConstBytes octets) {
  ByteReader in(octets);
  const auto response = wire::ScanResponse::decode(in);
  if (!response) return;
  require(response->host_name.view().size() <= 20);
  require(wire::FixedText<20>(response->host_name.view()).view() == response->host_name.view());
  require((to_string(response->unit_id) == "invalid") != response->unit_id.is_valid());
}

}  // namespace

void run_hello(ConstBytes input) {
  check<wire::PacketHeader>(input);
  ByteReader in(input);
  in.skip(wire::PacketHeader::kSize);
  const ConstBytes payload = in.take_rest();
  check<wire::ScanResponse>(payload);
  check<wire::GroupRequest>(payload);
  check<wire::GroupResponse>(payload);
  check<wire::Acknowledge>(payload);
  check_service_map(payload);
  check_unit_name(payload);
}

}  // namespace idn::fuzz
