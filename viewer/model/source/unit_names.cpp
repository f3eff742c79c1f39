// SPDX-License-Identifier: MIT
#include "viewer/model/source/unit_names.hpp"

#include "idn/wire/hello.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::viewer {

void UnitNames::take(ConstBytes bytes, const Endpoint& unit) {
  ByteReader in(bytes);
  const auto header = wire::PacketHeader::decode(in);
  if (!header || (units_.size() >= kMost && !units_.contains(unit))) return;
  if (header->command == wire::Command::ScanResponse) {
    if (const auto response = wire::ScanResponse::decode(in)) units_[unit].name = response->host_name.view();
  } else if (header->command == wire::Command::ServiceMapResponse) {
    const auto map = wire::ServiceMap::decode(in);
    if (!map) return;
    for (std::size_t i = 0; i < map->service_count(); ++i)
      units_[unit].services[map->service(i).service_id] = map->service(i).name.view();
  }
}

void UnitNames::apply_to(Recording& recording) const {
  for (const auto& stream : recording.streams()) {
    const auto unit = units_.find(stream->key.unit);
    if (unit == units_.end()) continue;
    stream->unit_name = unit->second.name;
    if (!stream->routing) continue;
    const auto service = unit->second.services.find(stream->routing->asked_service_id());
    if (service != unit->second.services.end()) stream->service_name = service->second;
  }
}

}  // namespace idn::viewer
