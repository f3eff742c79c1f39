// SPDX-License-Identifier: MIT
// Findings of limits, and of the commands `compare`, `diff` and `merge`.
#include <nlohmann/json.hpp>

#include "idn_parser/compare/findings.hpp"
#include "idn_parser/diff/report_diff.hpp"
#include "idn_parser/limits/limits.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/merge/merged.hpp"
#include "idn_parser/report/json.hpp"
#include "pairs.hpp"
#include "recording.hpp"

namespace idn::test {

using parser::Findings;
using parser::Subject;

namespace {

constexpr Endpoint kOther = Endpoint::ipv4(0x0A000009, 50'000);

Findings judged(int datagrams, const std::string& limits) {
  const auto report = Recording().waves(0, datagrams).report();
  return broken_limits(parser::read_limits(limits, "limits.toml", parser::stream_metrics()),
                       parser::subjects_of(report));
}

/// Captures on both sides of a network that delays by 2 ms.
struct Passed {
  Recording sent{};
  Recording received{};

  Findings findings() const {
    const auto before = fingerprints_of(sent), after = fingerprints_of(received);
    const auto pairs = pair_connections(before, after, {});
    Findings found = findings_of(before);
    append(found, findings_of(after));
    append(found, unpaired(before, after, pairs));
    for (const auto& pair : pairs)
      append(found,
             findings_of(compare(before.connections[pair.sent], after.connections[pair.received], true)));
    return found;
  }

 private:
  static parser::TrafficFingerprints fingerprints_of(const Recording& recording) {
    const TemporaryFile file(recording.octets());
    return parser::read_fingerprints(file.path(), kIdnPort);
  }
};

Passed passed(int datagrams) {
  Passed traffic;
  traffic.sent.waves(0, datagrams);
  for (int i = 0; i < datagrams; ++i) traffic.received.wave(i, 2ms);
  return traffic;
}

std::vector<Subject> streams(int count) {
  std::vector<Subject> subjects;
  for (int i = 0; i < count; ++i) {
    const auto name = "channel " + std::to_string(i);
    subjects.push_back({name, name, {{"deviation_p99_us", 100}}});
  }
  return subjects;
}

Findings changed(const std::vector<Subject>& before, const std::vector<Subject>& after) {
  const auto limit = parser::parse_change_limit("deviation_p99_us=5", parser::stream_metrics());
  return broken_limits({limit}, diff_of(before, after));
}

parser::MeasuredRun run_on(int channel, int samples = 100, Duration last_later = {}) {
  Recording recording;
  for (int i = 0; i < 20; ++i)
    recording.send(
        i * 1ms + (i == 19 ? last_later : Duration{}),
        datagram(static_cast<std::uint16_t>(i), {.channel = static_cast<std::uint8_t>(channel),
                                                 .timestamp_us = i * 1000,
                                                 .sample_octets = 7 * static_cast<std::size_t>(samples),
                                                 .has_config = i == 0}));
  return {"channel " + std::to_string(channel), recording.report()};
}

}  // namespace

Findings by_limit_of_deviation_with_datagrams(int datagrams) {
  return judged(datagrams, "[max]\ndeviation_p99_us = 100");
}

Findings by_least_datagrams_of_100(int limit) {
  return judged(100, "[min]\ndatagrams = " + std::to_string(limit));
}

Findings by_most_datagrams_of_100(int limit) {
  return judged(100, "[max]\ndatagrams = " + std::to_string(limit));
}

Findings compared_with_received(int datagrams) {
  auto traffic = passed(0);
  traffic.sent.waves(0, 20);
  traffic.received.waves(0, datagrams).send(30ms, packet(wire::Command::ScanRequest, 1));
  return traffic.findings();
}

Findings compared_with_clients(int clients) {
  Passed traffic;
  for (int i = 0; i < clients; ++i) {
    const auto client = Endpoint::ipv4(0x0A000001, static_cast<std::uint16_t>(i + 1));
    traffic.sent.send(i * 1us, wave_datagram(0), client);
    traffic.received.send(i * 1us, wave_datagram(0), client);
  }
  return traffic.findings();
}

Findings compared_with_clients_before_the_network(int clients) {
  auto traffic = passed(20);
  for (int i = 1; i < clients; ++i) traffic.sent.send(30ms, wave_datagram(0), kOther);
  return traffic.findings();
}

Findings compared_without_number_of_100(int number) {
  auto traffic = passed(0);
  traffic.sent.waves(0, 100);
  for (int i = 0; i < 100; ++i)
    if (i != number) traffic.received.wave(i, 2ms);
  return traffic.findings();
}

/// The sender's capture has one datagram twice.
Findings compared_with_copies_received(int copies) {
  auto traffic = passed(0);
  for (int i = 0; i < 100; ++i) {
    traffic.sent.wave(i);
    if (i == 40) traffic.sent.wave(i);
    for (int n = 0; n < (i == 40 ? copies : 1); ++n) traffic.received.wave(i, 2ms);
  }
  return traffic.findings();
}

Findings compared_with_datagram_later_by(int microseconds) {
  auto traffic = passed(0);
  traffic.sent.waves(0, 100);
  for (int i = 0; i < 100; ++i) {
    const bool is_overtaken = microseconds > 1000;
    if (i == 40 && is_overtaken) traffic.received.wave(41, 2ms);
    if (i == 41 && is_overtaken)
      traffic.received.wave(40, 2ms + microseconds * 1us);
    else if (i != 40 || !is_overtaken)
      traffic.received.wave(i, i == 40 ? 2ms + microseconds * 1us : Duration(2ms));
  }
  return traffic.findings();
}

/// The receiver's capture is taken after a relay, which changes the address, too.
Findings compared_with_octet_changed(int octet) {
  auto traffic = passed(0);
  traffic.sent.waves(0, 100);
  for (int i = 0; i < 100; ++i) {
    Octets datagram = wave_datagram(i);
    if (i == 40 && octet != kNowhere) datagram[static_cast<std::size_t>(octet)] ^= std::byte{1};
    traffic.received.send(i * 1ms + 2ms, datagram, kOther);
  }
  return traffic.findings();
}

Findings compared_with_number_received_again(int number) {
  auto traffic = passed(100);
  traffic.received.send(105ms, wave_datagram(number));
  return traffic.findings();
}

Findings compared_captured_to(int octets) {
  auto traffic = passed(0);
  for (int i = 1; i < 100; ++i) {
    traffic.sent.wave(i);
    traffic.received.send(i * 1ms + 2ms, wave_datagram(i), kClient, kServer, static_cast<std::size_t>(octets));
  }
  return traffic.findings();
}

Findings differing_first_of_streams(int count) {
  return diff_of(streams(count), streams(1)).findings;
}

Findings differing_second_of_streams(int count) {
  return diff_of(streams(1), streams(count)).findings;
}

Findings differing_by_streams_at_all(int count) {
  return diff_of(streams(0), streams(count)).findings;
}

Findings differing_by_metrics_told(int metrics) {
  auto after = streams(1);
  if (metrics == 0) after[0].values.clear();
  return changed(streams(1), after);
}

Findings differing_by_5_allowed_and(int change) {
  auto after = streams(1);
  after[0].values["deviation_p99_us"] += change;
  return changed(streams(1), after);
}

Findings merged_with_second_run_on_channel(int channel) {
  return parser::merge("Show", {run_on(0), run_on(channel)}).findings;
}

Findings merged_with_second_run_later_by_us(int us) {
  return parser::merge("Show", {run_on(0), run_on(0, 100, us * 1us)}).findings;
}

Findings merged_with_second_run_of_samples(int samples) {
  return parser::merge("Show", {run_on(0), run_on(0, samples)}).findings;
}

}  // namespace idn::test
