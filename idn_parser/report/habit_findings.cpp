// SPDX-License-Identifier: MIT
#include "idn_parser/report/habit_findings.hpp"

#include <algorithm>
#include <initializer_list>
#include <set>

#include "idn_parser/report/advice.hpp"

namespace idn::parser {
namespace {

bool has_one(const HabitCounts& habits, std::initializer_list<Habit> of) noexcept {
  return std::ranges::any_of(of, [&](Habit habit) { return habits.contains(habit); });
}

bool is_sent_at_once(const ConnectionFacts& a, const ConnectionFacts& b) {
  using namespace std::chrono_literals;
  return std::min(a.counts.last.time, b.counts.last.time) - std::max(a.counts.first.time, b.counts.first.time) >
         1s;
}

/// A receiver without a time-out of its own gives a service to the next client then.
constexpr Duration kReleasedAfter = std::chrono::seconds(1);

/// The services that the waves of a connection ask for.
std::set<std::uint8_t> services_of(const Report& report, std::size_t connection) {
  std::set<std::uint8_t> services;
  for (const StreamFacts& stream : report.streams)
    if (stream.connection == connection && stream.has_samples() && stream.service_id)
      services.insert(*stream.service_id);
  return services;
}

bool share_one(const std::set<std::uint8_t>& a, const std::set<std::uint8_t>& b) {
  return std::ranges::any_of(a, [&](std::uint8_t service) { return b.contains(service); });
}

}  // namespace

bool explains_numbers(const HabitCounts& habits) noexcept {
  using enum Habit;
  return has_one(habits, {SequenceSwapped, SequenceOf8Bits, SequenceOfOctets, SequencePerChannel,
                          SequenceOfOther, SequenceShared, FragmentFirstOnly});
}

bool explains_sizes(const HabitCounts& habits) noexcept {
  using enum Habit;
  return has_one(habits, {SizeSwapped, SizeOfDatagram, SizeOfAnother, SecondMessage, PaddedBuffer,
                          ConfigurationBit, ConfigurationWords, ChunkHeaderPadded, FragmentOfWhole});
}

bool explains_configurations(const HabitCounts& habits) noexcept {
  using enum Habit;
  return has_one(habits, {SizeSwapped, SizeOfDatagram, SizeOfAnother, ConfigurationBit, ConfigurationWords,
                          RoutingMissing, ModeVoid});
}

bool explains_times(const HabitCounts& habits) noexcept {
  using enum Habit;
  return has_one(habits,
                 {TimestampSwapped,   TimestampInNanoseconds, TimestampInFloat,  TimestampInMilliseconds,
                  TimestampOfSending, TimestampOf16Bits,      TimestampOfSecond, TimestampRestarts,
                  TimestampBackwards, DurationSwapped,        DurationShifted,   DurationInMilliseconds,
                  DurationInSamples,  DurationOfBuffer,       DurationRounded,   DurationFixed,
                  SecondMessage,      SequenceAfresh,         ChunkHeaderPadded, OpenedAndClosed});
}

bool explains_frames(const HabitCounts& habits) noexcept {
  using enum Habit;
  return has_one(habits, {SequenceShared, FragmentOfWhole, FragmentFirstOnly, FragmentAfterLast,
                          FragmentBackwards, FragmentChunkHeader, FragmentConfiguration});
}

Findings habit_findings(const PositionText& moment, const ConnectionFacts& connection) {
  Findings found;
  for (const auto& [habit, count] : connection.habits) {
    // Its numbers stand still, which is told already.
    if (habit == Habit::SequenceShared && 2 * connection.counts.numbers.unnumbered > count.hits) continue;
    const bool has_place = count.first.packet_number > 0;
    found.push_back({FindingKind::SenderHabit,
                     fmt::format("{}: {} of {}: {}{}", to_string(connection.key.client), count.hits, count.of,
                                 advice_on(habit).words,
                                 has_place ? fmt::format(" (first: {})", moment.packet(count.first)) : "")});
  }
  return found;
}

bool changes_group(const Report& report, const ConnectionFacts& connection) {
  const auto end = report.connections.begin() +
                   static_cast<std::ptrdiff_t>(std::min(report.connections.size(), Traffic::kMaxReceptions));
  return std::any_of(report.connections.begin(), end, [&](const ConnectionFacts& other) {
    return other.key.client == connection.key.client && other.key.server == connection.key.server &&
           other.key.client_group != connection.key.client_group;
  });
}

Findings company_findings(const Report& report) {
  Findings found;
  std::set<std::pair<Endpoint, Endpoint>> told;
  const std::size_t count = std::min(report.connections.size(), Traffic::kMaxReceptions);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      const auto &a = report.connections[i], &b = report.connections[j];
      if (a.key.server != b.key.server || a.key.client.address != b.key.client.address) continue;
      const bool is_one_socket = a.key.client == b.key.client;
      if (is_one_socket && a.key.client_group != b.key.client_group &&
          told.insert({a.key.client, a.key.server}).second)
        found.push_back({FindingKind::SeveralGroups,
                         fmt::format("{}: one socket sends for several client groups: each is a session of its "
                                     "own; keep one group",
                                     to_string(a.key.client))});
      if (!is_one_socket && is_sent_at_once(a, b) && share_one(services_of(report, i), services_of(report, j)))
        found.push_back({FindingKind::SharedService,
                         fmt::format("{} and {}: two sockets of one host stream to the same service at once: "
                                     "only the first is shown",
                                     to_string(a.key.client), to_string(b.key.client))});
    }
  return found;
}

const ConnectionFacts* that_has_service(const Report& report, const StreamFacts& stream) {
  const ConnectionFacts& own = report.connections[stream.connection];
  if (!stream.service_id) return nullptr;
  const std::size_t count = std::min(report.connections.size(), Traffic::kMaxReceptions);
  for (std::size_t i = 0; i < count; ++i) {
    const ConnectionFacts& other = report.connections[i];
    const bool has_it = other.counts.first.time < own.counts.first.time &&
                        other.counts.last.time + kReleasedAfter >= own.counts.last.time;
    if (other.key.server == own.key.server && other.key.client != own.key.client && has_it &&
        is_sent_at_once(other, own) && services_of(report, i).contains(*stream.service_id))
      return &other;
  }
  return nullptr;
}

}  // namespace idn::parser
