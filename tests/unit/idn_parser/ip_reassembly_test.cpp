// SPDX-License-Identifier: MIT
#include "capture/ip_reassembly.hpp"

#include <algorithm>

#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/report/observations.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::capture;
using namespace idn::parser;
using namespace idn::test;

namespace {

constexpr Endpoint kClient6{.address = {0xFE, 0x80, 1}, .port = 50'000};
constexpr Endpoint kServer6{.address = {0xFE, 0x80, 2}, .port = kIdnPort};

/// A wave datagram of 100 samples in fragments of 304 octets: three.
std::vector<Octets> fragments_of(int i, bool is_ipv6 = false) {
  const Octets whole =
      is_ipv6 ? ip_packet(kClient6, kServer6, wave_datagram(i)) : ip_packet(kClient, kServer, wave_datagram(i));
  return ip_fragments(whole, 304, static_cast<std::uint16_t>(i + 1));
}

class Wire {
 public:
  void take(const Octets& ip_packet, Duration time) {
    const std::uint16_t type = ip_packet[0] == std::byte{0x45} ? 0x0800 : 0x86DD;
    capture_.packet(kStart + time, ethernet_frame(ip_packet, type));
  }
  Report report() const {
    const TemporaryFile file(capture_.octets());
    return analyse(file.path(), kIdnPort);
  }

 private:
  CaptureBuilder capture_;
};

}  // namespace

TEST_CASE("fragments of IPv4 and IPv6 become the datagram that was sent, when the last of them has come",
          "[parser]") {
  const bool is_ipv6 = GENERATE(false, true);
  CAPTURE(is_ipv6);
  Wire wire;
  for (int i = 0; i < 10; ++i) {
    auto fragments = fragments_of(i, is_ipv6);
    REQUIRE(fragments.size() == 3);
    // The fragments of every other datagram arrive in reverse order.
    if (i % 2 == 1) std::swap(fragments[0], fragments[2]);
    for (int n = 0; n < 3; ++n) wire.take(fragments[static_cast<std::size_t>(n)], i * 1ms + n * 10us);
  }
  const auto report = wire.report();
  CHECK(report.findings.empty());
  CHECK(report.capture.fragments.fragments == 30);
  CHECK(report.capture.fragments.datagrams == 10);
  CHECK(report.capture.fragments.out_of_order == 10);
  REQUIRE(report.streams.size() == 1);
  CHECK(report.connections[0].counts.fragmented == 10);
  CHECK(report.streams[0].summary.samples == 1000);
  CHECK(report.streams[0].summary.offsets->min.count() == 1000);
  CHECK(report.streams[0].summary.offsets->max.count() == 1000);
}

TEST_CASE("a datagram that lacks a fragment is broken, at the moment and from whom it came", "[parser]") {
  Wire wire;
  const auto first = fragments_of(0), second = fragments_of(1);
  wire.take(first[0], 0ms);
  wire.take(first[2], 20us);
  for (const auto& fragment : second) wire.take(fragment, 31s);
  const auto report = wire.report();
  const auto& broken = report.capture.fragments.broken;
  REQUIRE(broken.count() == 1);
  CHECK(broken.first()[0].cause == ReassemblyFailure::Cause::Incomplete);
  CHECK(broken.first()[0].at.time == kStart);
  CHECK(to_string(broken.first()[0].source) == "10.0.0.1:50000");
  CHECK(broken.first()[0].fragments == 2);
  CHECK(report.streams[0].summary.datagrams == 1);
  CHECK(report.findings[0].text ==
        "1 datagram with missing IP fragments; a capture filtered by port has only the first fragment: add "
        "\"or ip[6:2] & 0x1fff != 0\" to the filter");
}

TEST_CASE("a lone fragment is told in the singular", "[parser]") {
  Wire wire;
  wire.take(fragments_of(0)[0], 0ms);
  CHECK(capture_observations(wire.report().capture)[0] == "1 IP fragment makes 1 broken datagram");
}

TEST_CASE("fragments that come after 30 s belong to no datagram any more", "[parser]") {
  const bool is_late = GENERATE(false, true);
  Wire wire;
  const auto fragments = fragments_of(0);
  wire.take(fragments[0], 0ms);
  wire.take(fragments[1], 1ms);
  wire.take(fragments[2], 30s + (is_late ? 1ns : 0ns));
  const auto report = wire.report();
  CHECK(report.capture.fragments.datagrams == (is_late ? 0u : 1u));
  CHECK(report.capture.fragments.broken.count() == (is_late ? 2u : 0u));
}

TEST_CASE("a fragment that comes twice is harmless, one that overlaps with other contents breaks its datagram",
          "[parser]") {
  auto fragments = fragments_of(0);
  const bool differs = GENERATE(false, true);
  auto again = fragments[1];
  if (differs) again.back() ^= std::byte{1};
  Wire wire;
  for (const auto& fragment : {fragments[0], fragments[1], again, fragments[2]}) wire.take(fragment, 0ms);
  const auto report = wire.report();
  const auto& facts = report.capture.fragments;
  CHECK(facts.datagrams == (differs ? 0u : 1u));
  CHECK(facts.repeated == (differs ? 0u : 1u));
  REQUIRE(facts.broken.count() == (differs ? 1u : 0u));
  if (differs) CHECK(facts.broken.first()[0].cause == ReassemblyFailure::Cause::Contradicting);
}

TEST_CASE("fragments that overlap with equal contents are joined", "[parser]") {
  const Octets whole = ip_packet(kClient, kServer, wave_datagram(0));
  const auto narrow = ip_fragments(whole, 304, 1);
  auto wide = ip_fragments(whole, 400, 1);
  const bool differs = GENERATE(false, true);
  if (differs) wide[0][20 + 350] ^= std::byte{1};
  Wire wire;
  for (const auto& fragment : {narrow[1], wide[0], wide[1]}) wire.take(fragment, 0ms);
  const auto report = wire.report();
  const auto& facts = report.capture.fragments;
  CHECK(facts.datagrams == (differs ? 0u : 1u));
  CHECK(facts.broken.count() == (differs ? 1u : 0u));
}

TEST_CASE("fragments that reach beyond the end, or beyond what a datagram can hold, break it", "[parser]") {
  auto fragments = fragments_of(0);
  const int kind = GENERATE(0, 1, 2);
  CAPTURE(kind);
  if (kind == 0) fragments[2][6] = std::byte{0x1F};  // at octet 64 000 and more, 700 octets: above 65 535
  if (kind == 0) fragments[2][7] = std::byte{0xFF};
  if (kind == 1) fragments[1][6] = std::byte{0x00};  // the middle one, too, is marked as the last
  if (kind == 1) std::ranges::reverse(fragments);
  if (kind == 2) fragments[1].pop_back();  // its length is no multiple of 8
  if (kind == 2)
    fragments[1][3] = std::byte{static_cast<unsigned char>(std::to_integer<int>(fragments[1][3]) - 1)};
  Wire wire;
  for (const auto& fragment : fragments) wire.take(fragment, 0ms);
  const auto report = wire.report();
  CHECK(report.capture.fragments.datagrams == 0);
  REQUIRE(report.capture.fragments.broken.count() == 1);
  CHECK(report.capture.fragments.broken.first()[0].cause == ReassemblyFailure::Cause::Contradicting);
}

TEST_CASE("a flood of first fragments keeps no more than there is room for", "[parser]") {
  Wire wire;
  constexpr int kFlood = static_cast<int>(IpReassembler::kMaxDatagrams) + 50;
  for (int i = 0; i < kFlood; ++i) wire.take(fragments_of(i)[0], i * 1us);
  const auto report = wire.report();
  const auto& broken = report.capture.fragments.broken;
  CHECK(broken.count() == kFlood);
  CHECK(broken.first()[0].cause == ReassemblyFailure::Cause::NoRoom);
  CHECK(broken.first()[49].cause == ReassemblyFailure::Cause::NoRoom);
  CHECK(broken.first()[50].cause == ReassemblyFailure::Cause::Incomplete);
}

TEST_CASE("fragments of which the capture holds only the first octets are measured by their headers",
          "[parser]") {
  CaptureBuilder capture;
  for (const auto& fragment : fragments_of(0))
    capture.packet(kStart, ethernet_frame(fragment), 14 + 20 + 8 + 60);
  const TemporaryFile file(capture.octets());
  const auto report = analyse(file.path(), kIdnPort);
  REQUIRE(report.streams.size() == 1);
  CHECK(report.streams[0].summary.samples == 100);
  CHECK(report.connections[0].counts.cut == 0);
}

TEST_CASE("a fragment that comes again after its datagram was complete breaks none", "[parser]") {
  Wire wire;
  for (int i = 0; i < 200; ++i) {
    const auto fragments = fragments_of(i);
    for (int n = 0; n < 3; ++n) wire.take(fragments[static_cast<std::size_t>(n)], i * 1ms + n * 10us);
    wire.take(fragments[2], i * 1ms + 30us);
  }
  const auto report = wire.report();
  CHECK(report.findings.empty());
  CHECK(report.capture.fragments.datagrams == 200);
  CHECK(report.capture.fragments.repeated == 200);
  CHECK(report.connections.front().counts.numbers.duplicates == 0);
}

TEST_CASE("a datagram whose fragments all come again is a duplicate", "[parser]") {
  Wire wire;
  for (int repetition = 0; repetition < 2; ++repetition)
    for (int n = 0; n < 3; ++n)
      wire.take(fragments_of(0)[static_cast<std::size_t>(n)], repetition * 1ms + n * 10us);
  const auto report = wire.report();
  CHECK(report.capture.fragments.datagrams == 2);
  CHECK(report.connections.front().counts.numbers.duplicates == 1);
}

TEST_CASE("a fragment of a datagram of long ago is one of another, which is broken", "[parser]") {
  Wire wire;
  for (int n = 0; n < 3; ++n) wire.take(fragments_of(0)[static_cast<std::size_t>(n)], n * 10us);
  wire.take(fragments_of(0)[2], 1s + 21us);
  CHECK(wire.report().capture.fragments.broken.count() == 1);
}
