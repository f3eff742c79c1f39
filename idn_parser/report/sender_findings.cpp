// SPDX-License-Identifier: MIT
#include "idn_parser/report/sender_findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "idn/stream/receive/receiver.hpp"
#include "idn/wire/hello.hpp"
#include "idn_parser/report/habit_findings.hpp"

namespace idn::parser {
namespace {

using enum FindingKind;

/// " of 7 octets; the chunks would fit 8 octets per sample ...": a size near to the declared one that divides
/// all chunks.
std::string fitting_size(const StreamFacts& stream) {
  const std::size_t declared = stream.octets_per_sample.value_or(0);
  for (const int step : {1, -1}) {
    const auto size = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(declared) + step);
    if (declared > 4 && stream.counts.partial_divisor % size == 0)
      return fmt::format(
          " of {} octets; the chunks would fit {} octets per sample, which the dictionary does not describe",
          declared, size);
  }
  return {};
}

/// Whether another finding tells the same already: samples that no configuration explains, loss and lateness,
/// frames without a last fragment.
bool is_known(RefusalReason reason, const Refusal& refusal, const StreamCounts& counts,
              const analysis::SequenceCounts& numbers) {
  switch (reason) {
    case RefusalReason::NeverRouted:
      // The first one may be lost, or have come too late.
      return counts.configurations == 0 ? counts.unknown_samples > 0 : numbers.lost + numbers.late > 0;
    case RefusalReason::Configuration:
      return counts.unknown_samples + counts.bad_dictionaries > 0;
    case RefusalReason::BrokenDmxLine:
      return numbers.lost + numbers.late > 0;
    case RefusalReason::BrokenFrame:
      // One frame may have been given up, as by a sender that was restarted.
      return refusal.count <= numbers.lost + numbers.late + 1 ||
             counts.fragmented_frames - counts.complete_frames >= refusal.count;
    default:
      return false;
  }
}

/// After such a chunk the channel shows nothing until the next configuration.
std::string dark_samples(const StreamCounts& counts) {
  if (counts.unknown_samples == 0) return {};
  return fmt::format("; the samples of {} stay dark", counted(counts.unknown_samples, "datagram", "datagrams"));
}

bool follows_from(RefusalReason reason, const HabitCounts& habits) {
  if (reason == RefusalReason::BrokenFrame) return explains_frames(habits);
  if (reason == RefusalReason::PartialSample &&
      (habits.contains(Habit::ChunkHeaderPadded) || explains_frames(habits)))
    return true;
  return explains_configurations(habits);
}

std::string_view text_for(const StreamFacts& stream, RefusalReason reason) {
  return begins_within(stream, reason) ? "they come before its first configuration: the capture begins within "
                                         "the stream, or receivers show "
                                         "nothing until then; send one with the first message and every 200 ms"
                                       : text_of(reason);
}

template <class Add>
void check_refusals(const StreamFacts& stream, const analysis::SequenceCounts& numbers,
                    const HabitCounts& habits, const PositionText& moment, Add add) {
  for (const auto& [reason, refusal] : stream.refusals) {
    if (is_known(reason, refusal, stream.counts, numbers) || follows_from(reason, habits)) continue;
    const bool is_partial = reason == RefusalReason::PartialSample && stream.counts.partial_divisor > 0;
    const auto all = reason == RefusalReason::BrokenFrame
                         ? counted(stream.counts.frames, "frame", "frames")
                         : counted(stream.counts.messages, "message", "messages");
    add(RefusedByReceivers, fmt::format("receivers refuse {} of {}: {}{}{} (first: {})", refusal.count, all,
                                        text_for(stream, reason), is_partial ? fitting_size(stream) : "",
                                        reason == RefusalReason::MatchValue ? dark_samples(stream.counts) : "",
                                        moment.packet(refusal.first)));
  }
}

/// Two and a half times that of the fastest scanners.
constexpr double kMostSamplesPerSecond = 250'000;
/// Rates that a factor of a thousand explains.
constexpr double kPlausibleRate = 5000;

template <class Add>
void check_sample_rate(const StreamFacts& stream, Add add) {
  const auto rate = stream.samples_per_second;
  if (!rate || *rate <= kMostSamplesPerSecond) return;
  const bool is_in_ms = *rate / 1000 >= kPlausibleRate;
  add(ImpossibleSampleRate,
      fmt::format("{:.0f} samples per second by the durations, more than any projector draws{}", *rate,
                  is_in_ms ? ": durations in milliseconds instead of microseconds?" : ""));
}

/// Times by which arrivals advance more than timestamps, if the difference is far beyond that of any two clocks
/// and of what jitter explains; else nothing.
std::optional<double> wrong_rate(const StreamFacts& stream) {
  constexpr std::uint64_t kFewest = 20;
  constexpr auto kShortest = std::chrono::milliseconds(500);
  const auto& summary = stream.summary;
  if (!summary.clock || !summary.clock->rate_error_ppm || summary.datagrams < kFewest ||
      summary.measured < kShortest)
    return std::nullopt;
  const double ppm = *summary.clock->rate_error_ppm;
  const double times = 1 + ppm / 1e6;
  if (times <= 0) return std::nullopt;
  // The bound of the slope where its interval cannot be told.
  const double media_us = Micros(summary.measured).count() / times;
  const double margin = 2e6 * summary.clock->long_term_jitter_without_drift.count() / media_us;
  const auto known = stream.rate_error ? stream.rate_error->interval : std::nullopt;
  // A clock is off by some hundred at most; where the interval is not known, jitter may explain much more.
  const double limit_ppm = known ? 5000 : 100'000;
  const double low = known ? known->low_ppm : ppm - margin;
  const double high = known ? known->high_ppm : ppm + margin;
  return low > limit_ppm || high < -limit_ppm ? std::optional(times) : std::nullopt;
}

/// The usual grid of sleeps on Windows, which a program may refine by timeBeginPeriod().
std::string sleep_grid_text(const StreamFacts& stream) {
  const auto& offsets = stream.summary.offsets;
  constexpr Micros kGrid{15'625}, kOff{400};
  const bool is_on_grid = offsets && std::chrono::abs(offsets->average - kGrid) < kOff;
  return is_on_grid ? ": one every 15.6 ms, as Sleep() of Windows takes by default" : "";
}

template <class Add>
void check_timestamps(const StreamFacts& stream, Add add) {
  const auto times = wrong_rate(stream);
  if (!times) return;
  const bool is_slow = *times > 1;
  const double factor = is_slow ? *times : 1 / *times;
  // Waves whose timestamps step by what the chunks last are paced wrong; else the timestamps are.
  constexpr double kAgreement = 0.01;
  if (stream.summary.fill && std::abs(*stream.summary.fill - 1) < kAgreement)
    return add(WrongTimestampRate,
               fmt::format("the datagrams are sent {:.4g} times too {} for their durations, with which the "
                           "timestamps agree{}",
                           factor, is_slow ? "slowly" : "fast", sleep_grid_text(stream)));
  constexpr double kLeast = 900, kMost = 1100;
  const bool is_in_ms = is_slow && factor > kLeast && factor < kMost;
  add(WrongTimestampRate, fmt::format("timestamps advance {:.4g} times {} than the datagrams arrive{}", factor,
                                      is_slow ? "more slowly" : "faster",
                                      is_in_ms ? ": in milliseconds instead of microseconds?" : ""));
}

/// "1, 2 and 7"
std::string list_of(const std::bitset<256>& services) {
  std::vector<std::size_t> ids;
  for (std::size_t id = 1; id < services.size(); ++id)
    if (services.test(id)) ids.push_back(id);
  const auto last = ids.empty() ? 0 : ids.back();
  if (ids.size() < 2) return fmt::format("{}", last);
  ids.pop_back();
  return fmt::format("{} and {}", fmt::join(ids, ", "), last);
}

/// Service 0 is the default one, which each receiver has.
template <class Add>
void check_service(const Report& report, const StreamFacts& stream, Add add) {
  const auto map = report.service_maps.find(report.connections[stream.connection].key.server);
  if (map == report.service_maps.end() || stream.service_id.value_or(0) == 0) return;
  const std::uint8_t id = *stream.service_id;
  if (map->second.test(id)) return;
  add(UnknownService,
      fmt::format("service {} is not in the receiver's service map, which has {}{}", id, list_of(map->second),
                  is_known(static_cast<wire::ServiceType>(id))
                      ? fmt::format("; 0x{:02X} is the type of a service, its ID is the octet before", id)
                      : ""));
}

bool is_of_one_host(const ConnectionFacts& a, const ConnectionFacts& b) {
  auto source = b.key.client;
  source.port = a.key.client.port;
  return source == a.key.client && a.key.server == b.key.server && a.key.client_group == b.key.client_group;
}

/// Whether `next` begins, with another socket, where `before` ends without a close.
bool replaces(const ConnectionFacts& next, const ConnectionFacts& before) {
  const auto silence = next.counts.first.time - before.counts.last.time;
  const bool is_soon = silence >= Duration{0} && silence < stream::ReceiverConfig{}.link_timeout;
  return is_soon && before.counts.closes + before.counts.aborts == 0;
}

}  // namespace

Findings sender_findings(const Report& report, const StreamFacts& stream) {
  Findings found;
  const auto& connection = report.connections[stream.connection];
  const auto add = [&](FindingKind kind, const std::string& what) {
    found.push_back(
        {kind, fmt::format("{} channel {}: {}", to_string(connection.key.client), stream.channel, what)});
  };
  check_refusals(stream, connection.counts.numbers, connection.habits, PositionText(report.capture), add);
  check_sample_rate(stream, add);
  if (!explains_times(connection.habits) && !connection.habits.contains(Habit::SentAhead))
    check_timestamps(stream, add);
  check_service(report, stream, add);
  if (stream.is_little_endian)
    add(LittleEndianSamples,
        "coordinates seem to be in little endian: they jump, and would be smooth with their two octets "
        "swapped");
  if (!stream.odd_coordinates.empty() && !explains_configurations(connection.habits))
    add(OddCoordinates, std::string(stream.odd_coordinates));
  return found;
}

bool begins_within(const StreamFacts& stream, RefusalReason reason) noexcept {
  return reason == RefusalReason::NeverRouted &&
         stream.counts.configurations > stream.counts.bad_dictionaries && stream.refusals.size() == 1 &&
         stream.refusals.at(reason).count < stream.counts.messages;
}

Findings socket_findings(const Report& report) {
  // More than a program that is restarted by hand.
  constexpr std::size_t kMostReplaced = 3;
  std::vector<const ConnectionFacts*> connections;
  for (const auto& connection : report.connections) connections.push_back(&connection);
  std::ranges::stable_sort(connections, {}, [](const auto* c) { return c->counts.first.time; });
  Findings found;
  while (!connections.empty()) {
    const ConnectionFacts& first = *connections.front();
    const auto others = std::ranges::stable_partition(
        connections, [&](const auto* connection) { return is_of_one_host(first, *connection); });
    const auto end = others.begin();
    std::size_t replaced = 0;
    for (auto next = connections.begin(); next != end; ++next)
      if (next != connections.begin() && replaces(**next, **std::prev(next))) ++replaced;
    if (replaced > kMostReplaced)
      found.push_back(
          {NewSockets,
           fmt::format("{}: {} connections, one after the other and not closed: a new socket for each "
                       "frame? To a receiver each is another client, which it refuses while the one "
                       "before has the projector; send all from one socket",
                       to_string(first.key.client), replaced + 1)});
    connections.erase(connections.begin(), end);
  }
  return found;
}

}  // namespace idn::parser
