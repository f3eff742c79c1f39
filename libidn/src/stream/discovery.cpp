// SPDX-License-Identifier: MIT
#include "idn/stream/discovery.hpp"

#include <algorithm>
#include <bitset>

#include "stream/probe.hpp"
#include "stream/question_log.hpp"
#include "stream/search_plan.hpp"
#include "stream/unit_table.hpp"

namespace idn::stream {
namespace {

using wire::Command;

/// Services that can be addressed (section 1.7): by ascending ID, the first of equal ones. Relays are
/// transparent to a client, but a service behind a relay that is not listed is a mistake of the unit.
std::vector<wire::ServiceMapEntry> usable_services(const wire::ServiceMap& map) {
  std::bitset<256> relays;
  relays.set(0);
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

/// An address that a unit can have: neither "this host", nor many hosts.
constexpr bool is_host(const Endpoint& endpoint) noexcept {
  const std::uint32_t first_octet = endpoint.ipv4_address() >> 24;
  return endpoint.is_ipv4() && first_octet >= 1 && first_octet < 224;
}

}  // namespace

struct Discovery::State {
  explicit State(DiscoveryConfig with) : config(std::move(with)) {}

  Outgoing ask(Question question, std::uint16_t sequence) {
    ByteWriter out(datagram);
    wire::PacketHeader{question.command, config.client_group, sequence}.encode(out);
    if (question.command == Command::PingRequest) out.write(question.asked.time_since_epoch().count());
    return {question.via, question.to, out.written()};
  }

  std::optional<Outgoing> ask(Question question) {
    const auto sequence = questions.add(question);
    if (!sequence) return std::nullopt;
    return ask(question, *sequence);
  }

  void take(ConstBytes bytes, std::size_t via, const Endpoint& from, TimePoint now);
  void take_scan(ByteReader& in, const Question& question, const Endpoint& from, TimePoint now);
  void take_services(ByteReader& in, const Question& question);
  void take_ping(ByteReader& in, const Question& question, TimePoint now);

  UnitTable::Origin origin(const Question& question, const Endpoint& from) const {
    return {interfaces[question.via], from};
  }
  Probe* find_probe(const UnitKey& unit, std::size_t via, const Endpoint& to) {
    const auto found = std::ranges::find_if(probes, [&](const Probe& probe) {
      return probe.unit() == unit && probe.via() == via && probe.to() == to;
    });
    return found == probes.end() ? nullptr : &*found;
  }
  void close(const UnitKey& unit, const Question& question, const Endpoint& from) {
    if (Probe* probe = find_probe(unit, question.via, from)) probe->close(question.command);
  }

  DiscoveryConfig config;
  DiscoveryStats stats;
  UnitTable table;
  std::vector<NetworkInterface> interfaces;
  SearchBursts searches;
  std::vector<Probe> probes;
  QuestionLog questions;
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
  s.questions.start(sequence);
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
  if (state_->is_running) state_->take(bytes, via, from, now);
}

void Discovery::State::take(ConstBytes bytes, std::size_t via, const Endpoint& from, TimePoint now) {
  ByteReader in(bytes);
  const auto header = wire::PacketHeader::decode(in);
  if (!header) {
    ++stats.malformed;
    return;
  }
  const Question* question = questions.find(*header, via, from);
  if (question == nullptr || !is_host(from)) {
    ++stats.unexpected;
    return;
  }
  if (question->command == Command::ScanRequest) take_scan(in, *question, from, now);
  if (question->command == Command::ServiceMapRequest) take_services(in, *question);
  if (question->command == Command::PingRequest) take_ping(in, *question, now);
}

void Discovery::State::take_scan(ByteReader& in, const Question& question, const Endpoint& from,
                                 TimePoint now) {
  const auto answer = wire::ScanResponse::decode(in);
  if (!answer) {
    ++stats.malformed;
    return;
  }
  const auto recorded = table.record(*answer, origin(question, from));
  if (recorded == UnitTable::Recorded::Refused) {
    ++stats.over_limit;
    return;
  }
  const UnitKey unit = UnitKey::of(answer->unit_id, from);
  if (recorded == UnitTable::Recorded::FirstThisRound && config.tries > 0)
    probes.emplace_back(unit, question.via, from, Probe::Plan{config.tries, config.retry_interval}, now);
  if (question.is_to_many) return;
  table.confirm_unicast(unit, origin(question, from));
  close(unit, question, from);
}

void Discovery::State::take_services(ByteReader& in, const Question& question) {
  const auto map = wire::ServiceMap::decode(in);
  if (!map) {
    ++stats.malformed;
    return;
  }
  table.set_services(question.unit, usable_services(*map));
  close(question.unit, question, question.to);
}

/// An answer has to repeat the time in the question.
void Discovery::State::take_ping(ByteReader& in, const Question& question, TimePoint now) {
  const auto echoed = in.read<Duration::rep>();
  if (!in.ok() || in.remaining() != 0 || echoed != question.asked.time_since_epoch().count()) {
    ++stats.malformed;
    return;
  }
  table.set_round_trip(question.unit, origin(question, question.to), now - question.asked);
  close(question.unit, question, question.to);
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
