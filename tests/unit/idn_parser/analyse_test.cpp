// SPDX-License-Identifier: MIT
#include "idn_parser/analyse.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "datagrams.hpp"
#include "idn_parser/diff/report_diff.hpp"
#include "idn_parser/limits/limits.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/lines.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

Report analysed(const CaptureBuilder& capture, std::uint16_t port = kIdnPort) {
  const TemporaryFile file(capture.octets());
  return analyse(file.path(), port);
}

/// A stream of `count` datagrams, number i arriving `arrival(i)` after the start.
template <class Arrival>
CaptureBuilder stream_of(int count, Arrival arrival) {
  CaptureBuilder capture;
  for (int i = 0; i < count; ++i) capture.datagram(kStart + arrival(i), kClient, kServer, wave_datagram(i));
  return capture;
}

const StreamFacts& only_stream(const Report& report) {
  REQUIRE(report.streams.size() == 1);
  return report.streams.front();
}

bool has_finding(const Report& report, const std::string& words) {
  for (const auto& finding : report.findings)
    if (finding.text.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("packets without a time are no loss, and no offset is measured by them", "[parser]") {
  PcapngBuilder capture;
  capture.interface(linktype::kRaw, 9);
  for (int i = 0; i < 100; ++i) {
    const Octets octets = ip_packet(kClient, kServer, wave_datagram(i));
    if (i == 50) {  // a simple packet block, which has none
      const auto length = static_cast<std::uint32_t>(octets.size());
      Octets body(4);
      for (std::size_t k = 0; k < 4; ++k) body[k] = static_cast<std::byte>(length >> 8 * k);
      capture.block(3, joined(body, octets));
    } else {
      capture.packet(0, static_cast<std::uint64_t>((kStart + i * 1ms).count()), octets);
    }
  }
  const TemporaryFile file(capture.octets(), ".pcapng");
  const auto report = analyse(file.path(), kIdnPort);
  CHECK(report.connections.at(0).counts.numbers.lost == 0);
  const auto& stream = only_stream(report);
  CHECK(stream.summary.datagrams == 99);
  CHECK(stream.summary.offsets->count == 97);
  CHECK(stream.summary.target->peak_period_jitter.count() == 0);
  CHECK(stream.histogram.total() == 97);
}

TEST_CASE("a capture of exact milliseconds is entirely on target and free of findings", "[parser]") {
  const auto report = analysed(stream_of(2001, [](int i) { return i * 1ms; }));
  CHECK(report.findings.empty());
  CHECK(report.capture.packets == 2001);
  CHECK(report.capture.first_time == kStart);
  CHECK(report.capture.span == 2s);
  const auto& stream = only_stream(report);
  CHECK(stream.mode == "wave");
  CHECK(stream.sample_layout == "X16 Y16 R8 G8 B8");
  CHECK(stream.samples_per_second == 100'000);
  CHECK(stream.summary.datagrams == 2001);
  CHECK(stream.summary.samples == 200'100);
  CHECK(stream.counts.configurations == 11);
  CHECK(stream.summary.expected.count() == 1000);
  CHECK(stream.summary.offsets->average.count() == 1000);
  CHECK(stream.summary.target->on_target_share == 1);
  CHECK(stream.summary.target->peak_period_jitter.count() == 0);
  CHECK(stream.summary.clock->long_term_jitter.count() == 0);
  CHECK(stream.summary.clock->start_delay.count() == 0);
  CHECK(stream.summary.clock->rate_error_ppm.value() == Near{0});
  CHECK(stream.deviations->p99 == 0us);
  CHECK_FALSE(stream.deviations->p99_9);  // takes ten thousand
  CHECK(stream.histogram.count_at(1000us) == 2000);
}

TEST_CASE("a sender that is 37 ppm slow shows +37 ppm as rate error and drift", "[parser]") {
  const auto report = analysed(stream_of(5000, [](int i) { return i * 1'000'037ns; }));
  const auto& stream = only_stream(report);
  CHECK(stream.summary.offsets->average.count() == Near{1000.037});
  CHECK(stream.summary.clock->rate_error_ppm.value() == Near{37, 1e-6});
  CHECK(stream.summary.clock->rate_error_ppm.value() == Near{37, 1e-6});
  CHECK(stream.summary.clock->start_delay.count() == Near{4999 * 0.037});
  CHECK(stream.summary.clock->long_term_jitter.count() == Near{4999 * 0.037 / 2});
}

TEST_CASE("a stall of 7 ms with catch-up is found with its size", "[parser]") {
  // Datagrams 500 to 506 leave together 7 ms after number 499, 10 us apart; the next one is on time again:
  // offsets 7000, six times 10, then 940 us; all others 1000 us.
  const auto report = analysed(stream_of(1001, [](int i) -> Duration {
    return i >= 500 && i <= 506 ? 506ms + (i - 500) * 10us : Duration(i * 1ms);
  }));
  CHECK(report.findings.empty());
  const auto& stream = only_stream(report);
  const auto& offsets = *stream.summary.offsets;
  CHECK(offsets.average.count() == Near{1000});
  CHECK(offsets.min.count() == Near{10});
  CHECK(offsets.max.count() == Near{7000});
  CHECK(stream.summary.target->on_target_share == Near{0.993});
  CHECK(stream.summary.target->peak_period_jitter.count() == Near{6000});
  CHECK(stream.summary.clock->long_term_jitter.count() == Near{3000});
  CHECK(stream.summary.clock->smallest_buffer.value() == Near{6});
  CHECK(stream.summary.clock->start_delay.count() == Near{6000});
  CHECK(stream.deviations->p50 == 0us);
  CHECK(stream.deviations->p99 == 0us);
  CHECK(stream.histogram.count_at(7000us) == 1);
  CHECK(stream.histogram.count_at(0us) == 6);
  CHECK(stream.histogram.count_at(900us) == 1);
  CHECK(stream.histogram.count_at(1000us) == 992);
}

TEST_CASE("a lost and a duplicated datagram are findings", "[parser]") {
  CaptureBuilder capture;
  for (int i = 0; i < 100; ++i) {
    if (i != 40) capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i));
    if (i == 60) capture.datagram(kStart + i * 1ms + 30us, kClient, kServer, wave_datagram(i));
  }
  const auto report = analysed(capture);
  const auto& stream = only_stream(report);
  CHECK(report.connections.front().counts.numbers.lost == 1);
  CHECK(report.connections.front().counts.numbers.duplicates == 1);
  CHECK(stream.summary.datagrams == 99);
  CHECK(stream.histogram.count_at(2000us) == 0);
  CHECK(stream.summary.excluded.loss == 1);
  CHECK(stream.histogram.count_at(0us) == 0);
  CHECK(has_finding(report, "10.0.0.1:50000: 1 datagram lost"));
  CHECK(has_finding(report, "10.0.0.1:50000: 1 datagram duplicated"));
}

TEST_CASE("the wrap of the 32-bit timestamp leaves no trace", "[parser]") {
  CaptureBuilder capture;
  for (int i = 0; i < 100; ++i)
    capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i, 0xFFFF'FFFF - 50'000));
  const auto report = analysed(capture);
  CHECK(report.findings.empty());
  CHECK(only_stream(report).summary.clock->long_term_jitter.count() == 0);
  CHECK(only_stream(report).summary.clock->rate_error_ppm.value() == Near{0});
}

TEST_CASE("packets that the file holds out of order in time do no harm", "[parser]") {
  const auto report = analysed(stream_of(10, [](int i) { return (i == 4 ? 9 : i == 9 ? 4 : i) * 1ms; }));
  CHECK(report.capture.first_time == kStart);
  CHECK(report.capture.span == 9ms);
  CHECK(only_stream(report).summary.offsets->min.count() == Near{-4000});
  CHECK(only_stream(report).histogram.count_at(-4000us) == 2);
}

TEST_CASE("what is left of a cut capture is measured and the cut is a finding", "[parser]") {
  auto octets = stream_of(50, [](int i) { return i * 1ms; }).octets();
  const auto start_of_last = octets.size() - (16 + 14 + 20 + 8 + wave_datagram(49).size());
  octets.resize(octets.size() - 100);
  const TemporaryFile file(octets);
  const auto report = analyse(file.path(), kIdnPort);
  CHECK(only_stream(report).summary.datagrams == 49);
  CHECK(has_finding(report, "the capture is damaged after packet 49 (octet " + std::to_string(start_of_last) +
                                "): the file ends within a packet; the rest is lost"));
}

TEST_CASE("a capture with a short snap length is measured by its headers", "[parser]") {
  CaptureBuilder capture;
  for (int i = 0; i < 20; ++i)
    capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i), 14 + 20 + 8 + 40);
  const auto report = analysed(capture);
  CHECK(report.findings.empty());
  CHECK(report.capture.truncated_packets == 20);
  CHECK(only_stream(report).summary.samples == 2000);
}

TEST_CASE("a capture without a stream says why", "[parser]") {
  const Octets nothing(20);
  const auto elsewhere = analysed(CaptureBuilder().datagram(kStart, kClient, {.port = 53}, nothing));
  CHECK(has_finding(elsewhere,
                    "no IDN stream: none of the 1 packet came from or went to UDP port 7255; check --port"));

  const auto discovery =
      analysed(CaptureBuilder().datagram(kStart, kClient, kServer, packet(wire::Command::ScanRequest, 1)));
  CHECK(has_finding(discovery, "none of the 1 datagram on port 7255 is a real-time packet"));

  const auto silent =
      analysed(CaptureBuilder().datagram(kStart, kClient, kServer, packet(wire::Command::RtMessage, 1)));
  CHECK(has_finding(silent, "no IDN stream with samples"));

  CHECK(has_finding(analysed(CaptureBuilder()), "no IDN stream"));
  CHECK_FALSE(analysed(CaptureBuilder()).capture.first_time.has_value());
}

TEST_CASE("a stream on another port is named, with the port to ask for", "[parser]") {
  CaptureBuilder capture;
  for (int i = 0; i < 20; ++i) {
    capture.datagram(kStart + i * 1ms, kClient, {.port = 9000}, wave_datagram(i));
    capture.datagram(kStart + i * 1ms, kClient, {.port = 53}, Octets(20));
  }
  capture.datagram(kStart + 20ms, kClient, {.port = 9001}, wave_datagram(0));
  const auto report = analysed(capture);
  CHECK(texts_of(report.findings) ==
        std::vector<std::string>{"no IDN stream: nothing on UDP port 7255, but 20 datagrams that "
                                 "look like IDN went to port 9000; try --port 9000"});
  CHECK(report.other_ports == OtherPorts::Counts{{9000, 20}, {9001, 1}});
  CHECK(analysed(capture, 9000).findings.empty());
}

TEST_CASE("a stream on another port is named where the capture holds its headers alone", "[parser]") {
  CaptureBuilder capture;
  for (int i = 0; i < 20; ++i)
    capture.datagram(kStart + i * 1ms, kClient, {.port = 9000}, wave_datagram(i), 14 + 20 + 8 + 12);
  CHECK(has_finding(analysed(capture), "20 datagrams that look like IDN went to port 9000"));
}

TEST_CASE("a capture that cuts headers says so, and that more should be captured", "[parser]") {
  const auto captured_to = [](std::size_t octets) {
    CaptureBuilder capture;
    for (int i = 0; i < 20; ++i) capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i), octets);
    return analysed(capture);
  };
  const auto without_udp = captured_to(14 + 20 + 7);
  CHECK(has_finding(without_udp,
                    "no IDN stream: the capture cut 20 packets before the end of the UDP header; "
                    "capture with a larger snap length, at least 128 octets per packet"));
  const auto without_packet_header = captured_to(14 + 20 + 8 + 3);
  CHECK(without_packet_header.traffic.too_short == 0);
  CHECK(
      has_finding(without_packet_header,
                  "no IDN stream: of 20 datagrams on port 7255 the capture holds less than the packet header"));
  CHECK(has_finding(without_packet_header,
                    "20 datagrams on the IDN port of which the capture holds less than the packet header; "
                    "capture with a larger snap length"));
  const auto without_message = captured_to(14 + 20 + 8 + 11);
  CHECK(has_finding(without_message,
                    "20 datagrams captured too short to be measured; capture with a larger snap"));
}

TEST_CASE("datagrams that are too short by themselves are no fault of the capture", "[parser]") {
  CaptureBuilder capture;
  capture.datagram(kStart, kClient, kServer, Octets(3));
  const auto report = analysed(capture);
  CHECK(has_finding(report, "1 datagram on the IDN port too short for a packet header"));
  CHECK_FALSE(has_finding(report, "snap length"));
}

TEST_CASE("a slightly unsorted capture is sorted, said, and no finding", "[parser]") {
  CaptureBuilder capture;
  // Two connections; the packets of one are written to the file 3 ms late, as by a separate queue.
  const Endpoint other = Endpoint::ipv4(0x0A000003, 50'000);
  for (int i = 0; i < 200; ++i) {
    capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i));
    if (i >= 3) capture.datagram(kStart + (i - 3) * 1ms + 100us, other, kServer, wave_datagram(i - 3));
  }
  const auto report = analysed(capture);
  CHECK(report.findings.empty());
  CHECK(report.sorted_packets == 197);
  REQUIRE(report.streams.size() == 2);
  CHECK(report.streams[0].summary.target->on_target_share == 1);
  const auto lines = capture_lines(report);
  CHECK(std::ranges::count(lines, "197 packets sorted by time, up to 100 ms back: the file was not in order") ==
        1);
  CHECK(analysed(stream_of(50, [](int i) { return i * 1ms; })).sorted_packets == 0);
}

TEST_CASE("malformed and refused datagrams and unusable dictionaries are findings", "[parser]") {
  CaptureBuilder capture;
  const auto send = [&](const Octets& octets) { capture.datagram(kStart, kClient, kServer, octets); };
  send(datagram(0, {}));
  send(datagram(1, {.timestamp_us = 1000, .has_config = true, .dictionary = Octets(8)}));
  send(packet(wire::Command::RtMessage, 2, Octets(7)));
  capture.datagram(kStart, kServer, kClient, packet(wire::Command::RtAcknowledge, 2, from_hex("04 EE 0000")));
  const auto report = analysed(capture);
  CHECK(has_finding(report, "1 datagram malformed (first: packet 3, "));
  CHECK(has_finding(report, "1 datagram acknowledged with a refusal"));
  CHECK(has_finding(report, "1 configuration with an unusable dictionary"));
  CHECK_FALSE(has_finding(report, "no captured configuration explains"));  // there is one, and it is told
}

TEST_CASE("several files are one report, by time, and moments name the file", "[parser]") {
  // A ring of captures whose parts are given in the wrong order; the second part begins with a duplicate.
  CaptureBuilder first, second;
  for (int i = 0; i < 50; ++i) first.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i));
  second.datagram(kStart + 49ms + 1us, kClient, kServer, wave_datagram(49));
  for (int i = 50; i < 100; ++i) second.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i));
  const TemporaryFile first_file(first.octets()), second_file(second.octets());
  const auto report = analyse({.files = {second_file.path(), first_file.path()}});
  CHECK(report.capture.packets == 101);
  CHECK(report.capture.span == 99ms);
  CHECK(only_stream(report).summary.datagrams == 100);
  CHECK(report.connections.front().counts.numbers.lost == 0);
  REQUIRE(report.connections.front().order_events.count() == 1);
  const auto& at = report.connections.front().order_events.first()[0].at;
  CHECK(at.file == 0);
  CHECK(at.packet_number == 1);
  CHECK(report.capture.files[1].packets == 50);
}

TEST_CASE("a first file without an interface changes nothing", "[parser]") {
  const TemporaryFile empty(PcapngBuilder().octets(), ".pcapng");
  const TemporaryFile file(stream_of(100, [](int i) { return i * 1ms; }).octets());
  const auto report = analyse({.files = {empty.path(), file.path()}});
  CHECK(only_stream(report).summary.datagrams == 100);
  CHECK(report.findings.empty());
}

TEST_CASE("what a second interface recorded too is no event of the sequence", "[parser]") {
  PcapngBuilder capture;
  capture.interface(linktype::kRaw, 9, "eth0").interface(linktype::kRaw, 9, "eth1");
  for (int i = 0; i < 50; ++i)
    for (std::uint32_t interface = 0; interface < 2; ++interface)
      capture.packet(interface, static_cast<std::uint64_t>((kStart + i * 1ms + interface * 20us).count()),
                     ip_packet(kClient, kServer, wave_datagram(i)));
  const TemporaryFile file(capture.octets(), ".pcapng");
  const auto report = analyse(file.path(), kIdnPort);
  CHECK(report.findings.empty());
  const auto& connection = report.connections.front();
  CHECK(connection.counts.numbers.recorded_twice == 50);
  CHECK(connection.counts.numbers.duplicates == 0);
  CHECK(connection.order_events.count() == 0);
  CHECK(connection.reception->datagrams == 50);
}

TEST_CASE("a stream is measured across VLAN tags and the interfaces of a pcapng file", "[parser]") {
  PcapngBuilder capture;
  capture.interface(linktype::kEthernet, 9).interface(linktype::kRaw, 6);
  for (int i = 0; i < 100; ++i) {
    const Octets ip = ip_packet(kClient, kServer, wave_datagram(i));
    const auto ticks = static_cast<std::uint64_t>((kStart + i * 1ms).count());
    // Every other datagram is captured by the interface with microsecond resolution.
    if (i % 2 == 0)
      capture.packet(0, ticks, ethernet_frame(ip, 0x0800, {42}));
    else
      capture.packet(1, ticks / 1000, ip);
  }
  const TemporaryFile file(capture.octets());
  const auto report = analyse(file.path(), kIdnPort);
  CHECK(report.findings.empty());
  CHECK(report.capture.link_name == "Ethernet, raw IP");
  CHECK(only_stream(report).summary.datagrams == 100);
  // The clocks of both interfaces have to show first that they agree, by eight datagrams each.
  CHECK(only_stream(report).histogram.count_at(1000us) == 85);
  CHECK(only_stream(report).summary.excluded.axis == 14);
}

TEST_CASE("DMX512 is reported by its updates and levels, and what is wrong with it is a finding", "[parser]") {
  CaptureBuilder capture;
  const auto send = [&](int i, const char* map, const char* levels, std::size_t cut = 0) {
    Octets octets = datagram(static_cast<std::uint16_t>(i), {.type = wire::ChunkType::DimmerLevels,
                                                             .timestamp_us = 25'000 * i,
                                                             .duration_us = 0,
                                                             .sample_octets = 0,
                                                             .has_config = true,
                                                             .mode = wire::ServiceMode::Dmx512Discrete,
                                                             .dictionary = from_hex(map)});
    const Octets data = from_hex(levels);
    octets.insert(octets.end(), data.begin(), data.end());
    octets[5] = static_cast<std::byte>(std::to_integer<std::size_t>(octets[5]) + data.size());
    constexpr std::size_t kHeaders = 14 + 20 + 8;  // Ethernet, IP, UDP
    capture.datagram(kStart + i * 25ms, kClient, kServer, octets, kHeaders + octets.size() - cut);
  };
  for (int i = 0; i < 11; ++i) send(i, "43 0001 02", i == 5 ? "FF 80" : "0A 80");
  SECTION("a correct one") {
    const auto report = analysed(capture);
    CHECK(report.findings.empty());
    REQUIRE(report.streams.size() == 1);
    REQUIRE(report.streams[0].dmx);
    CHECK(report.streams[0].dmx->updates() == 11);
    const auto lines = stream_lines(report, report.streams[0]);
    CHECK(std::ranges::count(lines,
                             "11 datagrams carry 11 updates of slots 1 to 2 in 0.250 s: 40.00 a second, "
                             "largest gap 25.000 ms at 0.025000 s") == 1);
    CHECK(std::ranges::count(
              lines, "levels at the end, with their range where they changed: 10 (10 to 255), 128") == 1);

    const auto subjects = subjects_of(report);
    const auto written = nlohmann::ordered_json::parse(to_json(report));
    const auto difference = diff_of(subjects, subjects_of(written));
    CHECK(difference.findings.empty());
    REQUIRE(difference.streams.size() == 1);
    const auto& changes = difference.streams[0].changes;
    const auto gap = std::ranges::find(changes, "dmx_largest_gap_us", &Change::metric);
    REQUIRE(gap != changes.end());
    CHECK(gap->before == 25'000);
    for (const auto& change : changes) CHECK(change.amount() == 0);

    const auto broken = [&](const char* limits) {
      return texts_of(broken_limits(read_limits(limits, "dmx.toml", stream_metrics()), subjects));
    };
    CHECK(broken("[min]\ndmx_updates_per_second = 39\n[max]\nlost = 0").empty());
    CHECK(broken("[min]\ndmx_updates_per_second = 41") ==
          std::vector<std::string>{title_of(report, report.streams[0]) +
                                   ": dmx_updates_per_second 40 is below its limit of 41"});
    CHECK(broken("[min]\non_target_share = 0.9") ==
          std::vector<std::string>{"on_target_share has a limit, but no stream of this capture has it"});
    const auto change = parse_change_limit("on_target_share=1%", stream_metrics());
    CHECK(texts_of(broken_limits({change}, difference)) ==
          std::vector<std::string>{"on_target_share has a limit, but no stream in both reports has it"});
  }
  SECTION("one that the capture cut off: zeros in its place are no levels") {
    send(11, "43 0001 02", "0A 80", 1);
    const auto report = analysed(capture);
    CHECK(report.streams.at(0).dmx->updates() == 11);
    CHECK(report.streams.at(0).dmx->slot(2).min == 128);
  }
  SECTION("one with too many levels") {
    send(11, "43 0001 02", "0A 80 00");
    const auto report = analysed(capture);
    CHECK(has_finding(report, "receivers refuse 1 of 12 messages"));
    CHECK(report.streams.at(0).dmx->updates() == 11);
  }
}
