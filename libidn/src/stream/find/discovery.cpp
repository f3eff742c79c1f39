// SPDX-License-Identifier: MIT
#include "stream/find/discovery.hpp"

#include <algorithm>
#include <bitset>

#include "stream/find/probe.hpp"
#include "stream/find/request_log.hpp"
#include "stream/find/search_plan.hpp"
#include "stream/find/unit_table.hpp"

namespace idn::stream {
namespace {

using wire::Command;

/// Services that can be addressed (section 1.7), by ascending ID; of equal IDs the first one. A service may be
/// behind a relay, a unit to which this one forwards; clients notice nothing of it. If that relay is missing
/// from the map, the map is wrong, and the service is omitted.
std::vector<wire::ServiceMapEntry> usable_services(const wire::ServiceMap& map) {
  std::bitset<256> relays;
  relays.set(0);  // the unit itself
  for (std::size_t i = 0; i < map.relay_count(); ++i) relays.set(map.relay(i).relay_number);
  std::vector<wire::ServiceMapEntry> services;
  for (std::size_t i = 0; i < map.service_count(); ++i)
    if (const auto entry = map.service(i); entry.service_id != 0 && relays[entry.relay_number])
      services.push_back(entry);
  std::ranges::stable_sort(services, {}, &wire::ServiceMapEntry::service_id);
  const auto repeated = std::ranges::unique(services, {}, &wire::ServiceMapEntry::service_id);
  services.erase(repeated.begin(), repeated.end());
  return services;
}

/// A unicast address: neither 0.0.0.0/8, "this host", nor multicast or broadcast.
constexpr bool is_host(const Endpoint& endpoint) noexcept {
  const std::uint32_t first_octet = endpoint.ipv4_address() >> 24;
  return endpoint.is_ipv4() && first_octet >= 1 && first_octet < 224;
}

}  // namespace

struct Discovery::State {
  explicit State(DiscoveryConfig with) : config(std::move(with)) {}

  Outgoing ask(OpenRequest request, std::uint16_t sequence) {
    ByteWriter out(datagram);
    wire::PacketHeader{request.command, config.client_group, sequence}.encode(out);
    if (request.command == Command::PingRequest) out.write(request.asked.time_since_epoch().count());
    return {request.via, request.to, out.written()};
  }

  std::optional<Outgoing> ask(OpenRequest request) {
    const auto sequence = requests.add(request);
    if (!sequence) return std::nullopt;
    return ask(request, *sequence);
  }

  void on_answer(ConstBytes bytes, std::size_t via, const Endpoint& from, TimePoint now);
  void on_scan_response(ByteReader& in, const OpenRequest& request, const Endpoint& from, TimePoint now);
  void on_service_map(ByteReader& in, const OpenRequest& request);
  void on_ping_response(ByteReader& in, const OpenRequest& request, TimePoint now);

  UnitTable::Origin origin(const OpenRequest& request, const Endpoint& from) const {
    return {interfaces[request.via], from};
  }
  Probe* find_probe(const UnitKey& unit, std::size_t via, const Endpoint& to) {
    const auto found = std::ranges::find_if(probes, [&](const Probe& probe) {
      return probe.unit() == unit && probe.via() == via && probe.to() == to;
    });
    return found == probes.end() ? nullptr : &*found;
  }
  void close(const UnitKey& unit, const OpenRequest& request, const Endpoint& from) {
    if (Probe* probe = find_probe(unit, request.via, from)) probe->close(request.command);
  }

  DiscoveryConfig config;
  DiscoveryStats stats;
  UnitTable table;
  std::vector<NetworkInterface> interfaces;
  SearchBursts searches;
  std::vector<Probe> probes;
  RequestLog requests;
  TimePoint end = kNever;
  bool is_running = false;
  std::array<std::byte, wire::PacketHeader::kSize + sizeof(Duration::rep)> datagram{};
};

Discovery::Discovery(DiscoveryConfig config) : state_(std::make_unique<State>(std::move(config))) {}
Discovery::~Discovery() = default;

void Discovery::start_round(std::vector<NetworkInterface> interfaces, std::uint16_t sequence, TimePoint now) {
  State& s = *state_;
  s.interfaces = std::move(interfaces);
  s.searches.start(plan_searches(s.interfaces, s.config), s.config.searches, s.config.search_interval, now);
  s.probes.clear();
  s.requests.start(sequence);
  s.table.start_round();
  s.end = now + s.config.round;
  s.is_running = true;
}

std::optional<Discovery::Outgoing> Discovery::poll_transmit(TimePoint now) {
  State& s = *state_;
  if (!s.is_running) return std::nullopt;
  if (const auto search = s.searches.poll(now))
    return s.ask({Command::ScanRequest, search->via, search->to, search->is_to_many, now, {}});
  for (Probe& probe : s.probes)
    if (const auto command = probe.poll(now))
      return s.ask({*command, probe.via(), probe.to(), false, now, probe.unit()});
  return std::nullopt;
}

void Discovery::on_datagram(ConstBytes bytes, std::size_t via, const Endpoint& from, TimePoint now) {
  if (state_->is_running) state_->on_answer(bytes, via, from, now);
}

void Discovery::State::on_answer(ConstBytes bytes, std::size_t via, const Endpoint& from, TimePoint now) {
  ByteReader in(bytes);
  const auto header = wire::PacketHeader::decode(in);
  if (!header) {
    ++stats.malformed;
    return;
  }
  const OpenRequest* request = requests.find(*header, via, from);
  if (request == nullptr || !is_host(from)) {
    ++stats.unexpected;
    return;
  }
  if (request->command == Command::ScanRequest) on_scan_response(in, *request, from, now);
  if (request->command == Command::ServiceMapRequest) on_service_map(in, *request);
  if (request->command == Command::PingRequest) on_ping_response(in, *request, now);
}

void Discovery::State::on_scan_response(ByteReader& in, const OpenRequest& request, const Endpoint& from,
                                        TimePoint now) {
  const auto answer = wire::ScanResponse::decode(in);
  if (!answer) {
    ++stats.malformed;
    return;
  }
  const auto recorded = table.record(*answer, origin(request, from));
  if (recorded == UnitTable::Recorded::Refused) {
    ++stats.over_limit;
    return;
  }
  const UnitKey unit = UnitKey::of(answer->unit_id, from);
  if (recorded == UnitTable::Recorded::FirstThisRound && config.tries > 0)
    probes.emplace_back(unit, request.via, from, Probe::Plan{config.tries, config.retry_interval}, now);
  if (request.is_to_many) return;
  table.confirm_unicast(unit, origin(request, from));
  close(unit, request, from);
}

void Discovery::State::on_service_map(ByteReader& in, const OpenRequest& request) {
  const auto map = wire::ServiceMap::decode(in);
  if (!map) {
    ++stats.malformed;
    return;
  }
  table.set_services(request.unit, origin(request, request.to), usable_services(*map));
  close(request.unit, request, request.to);
}

/// A ping response is valid only if it echoes the time of the request.
void Discovery::State::on_ping_response(ByteReader& in, const OpenRequest& request, TimePoint now) {
  const auto echoed = in.read<Duration::rep>();
  if (!in.ok() || in.remaining() != 0 || echoed != request.asked.time_since_epoch().count()) {
    ++stats.malformed;
    return;
  }
  table.set_round_trip(request.unit, origin(request, request.to), now - request.asked);
  close(request.unit, request, request.to);
}

TimePoint Discovery::next_deadline() const noexcept {
  if (!state_->is_running) return kNever;
  TimePoint next = std::min(state_->end, state_->searches.next_deadline());
  for (const Probe& probe : state_->probes) next = std::min(next, probe.next_deadline());
  return next;
}

bool Discovery::is_round_over(TimePoint now) const noexcept {
  return !state_->is_running || now >= state_->end;
}

void Discovery::finish_round() {
  if (!state_->is_running) return;
  state_->is_running = false;
  state_->table.finish_round(state_->config.missed_rounds);
}

UnitList Discovery::units() const {
  return state_->table.list();
}

const DiscoveryStats& Discovery::stats() const noexcept {
  return state_->stats;
}

}  // namespace idn::stream
