// SPDX-License-Identifier: MIT
#include "idn_parser/report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace idn::parser {
namespace {

using Findings = std::vector<std::string>;

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string datagrams(std::uint64_t count) {
  return counted(count, "datagram", "datagrams");
}

void check_streams_exist(const Report& report, Findings& found) {
  if (std::ranges::any_of(report.streams, &StreamFacts::has_samples)) return;
  std::string cause = "no IDN stream";
  if (report.traffic.datagrams == 0)
    cause +=
        fmt::format(": nothing came from or went to UDP port {}; check --port and where the capture was taken",
                    report.traffic.port);
  else if (report.connections.empty())
    cause += fmt::format(": none of the {} on port {} is a real-time packet (discovery only?)",
                         datagrams(report.traffic.datagrams), report.traffic.port);
  else
    cause += " with samples that could be measured";
  found.push_back(cause);
}

void check_capture(const CaptureFacts& capture, Findings& found) {
  if (!capture.damage.empty())
    found.push_back(fmt::format("the capture is damaged behind packet {}, the rest is lost: {}",
                                capture.packets + capture.untimed, capture.damage));
  if (capture.untimed > 0)
    found.push_back(counted(capture.untimed, "packet has", "packets have") + " no valid time and is left out");
}

void check_traffic(const TrafficFacts& traffic, Findings& found) {
  if (traffic.too_short > 0)
    found.push_back(datagrams(traffic.too_short) + " on the IDN port too short for a packet header");
  if (traffic.unsorted > 0)
    found.push_back(fmt::format("{} left out: more than {} connections", datagrams(traffic.unsorted),
                                Traffic::kMaxConnections));
}

std::string first_fault_text(const ConnectionFacts& connection) {
  if (!connection.first_fault) return {};
  return fmt::format(" (first: packet {}, {})", connection.first_fault->packet_number,
                     to_string(connection.first_fault->error.code));
}

void check_connection(const ConnectionFacts& connection, Findings& found) {
  const auto& counts = connection.counts;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0)
      found.push_back(fmt::format("{}: {} {}", to_string(connection.key.client), datagrams(count), what));
  };
  add(counts.lost, "lost");
  add(counts.duplicates, "duplicated");
  add(counts.reordered, "out of order");
  add(counts.restarts, "with a sequence number that is no continuation");
  add(counts.malformed, "malformed" + first_fault_text(connection));
  add(counts.cut, "captured too short to be measured; capture at least 128 octets per packet");
  add(counts.fragmented, "in IP fragments, which are not reassembled: counted, not measured");
  add(counts.refusals, "acknowledged with a refusal");
}

void check_stream(const Report& report, const StreamFacts& stream, Findings& found) {
  const auto add = [&](std::uint64_t count, const std::string& what) {
    const auto& client = report.connections[stream.connection].key.client;
    if (count > 0) found.push_back(fmt::format("{} channel {}: {}", to_string(client), stream.channel, what));
  };
  const auto& counts = stream.counts;
  add(counts.unknown_samples,
      "no captured configuration explains the samples of " + datagrams(counts.unknown_samples));
  add(counts.bad_dictionaries,
      counted(counts.bad_dictionaries, "configuration", "configurations") + " with an unusable dictionary");
}

}  // namespace

std::vector<std::string> findings_of(const Report& report) {
  Findings found;
  check_streams_exist(report, found);
  check_capture(report.capture, found);
  check_traffic(report.traffic, found);
  for (const auto& connection : report.connections) check_connection(connection, found);
  for (const auto& stream : report.streams) check_stream(report, stream, found);
  return found;
}

}  // namespace idn::parser
