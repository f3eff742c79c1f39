// SPDX-License-Identifier: MIT
// Counts and extremes come from tshark's fields over the same files, not from this project.
#include "idn_parser/analyse.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using idn::test::Near;

namespace {

struct Golden {
  const char* file;
  std::uint64_t packets;
  std::uint64_t idn_datagrams;
  std::uint64_t realtime;
  std::uint64_t with_samples;
  std::uint64_t samples;
  std::uint64_t configurations;
  double min_us;
  double max_us;
  double average_us;
  /// Helios repeats its configuration after 254 ms once, which is within the tolerance. The fragments of
  /// laser-dac have one timestamp.
  std::size_t findings;
};

constexpr Golden kGolden[] = {
    {"helios-sdk_wave_100k.pcap", 3000, 2999, 2993, 2993, 299'300, 12, 14.271, 2734.621, 998.799011697861, 0},
    {"laser-dac_wave_100k.pcap", 3000, 3000, 2952, 2952, 295'200, 15, 4.437, 6884.020, 1002.6676326668926, 0},
    {"laser-dac_wave_ack.pcap", 2500, 2500, 2437, 2437, 243'700, 13, 4.276, 5405.158, 1000.0141494252874, 0},
    {"laser-dac_frame_fragmented.pcap", 918, 918, 908, 151, 151'000, 24, 32545.434, 34111.995, 33333.744666667,
     1},
};

/// The path of a capture; empty, with a warning, if the folder does not exist.
std::optional<std::string> shared_capture(const std::string& name, const std::string& part = "captures") {
  const auto folder = test::shared_data_folder();
  if (!folder.empty()) return folder + "/" + part + "/" + name;
  WARN("skipped: no folder with shared captures (set IDN_SHARED_DIR)");
  return std::nullopt;
}

}  // namespace

TEST_CASE("captures of other senders give the numbers that tshark gives", "[parser]") {
  const auto& golden = GENERATE(from_range(std::begin(kGolden), std::end(kGolden)));
  CAPTURE(golden.file);
  const auto path = shared_capture(golden.file);
  if (!path) return;
  const auto report = analyse(*path, kIdnPort);
  CHECK(report.findings.size() == golden.findings);
  CHECK(report.capture.packets == golden.packets);
  CHECK(report.traffic.datagrams == golden.idn_datagrams);
  REQUIRE(report.streams.size() == 1);
  CHECK(report.connections.front().counts.packets == golden.realtime);
  const auto& stream = report.streams.front();
  CHECK(stream.summary.datagrams == golden.with_samples);
  CHECK(stream.summary.samples == golden.samples);
  CHECK(stream.counts.configurations == golden.configurations);
  CHECK(stream.summary.offsets->min.count() == Near{golden.min_us});
  CHECK(stream.summary.offsets->max.count() == Near{golden.max_us});
  CHECK(stream.summary.offsets->average.count() == Near{golden.average_us});
}

TEST_CASE("the timing of a real wave stream is that of an independent calculation", "[parser]") {
  const auto path = shared_capture("laser-dac_wave_100k.pcap");
  if (!path) return;
  const auto report = analyse(*path, kIdnPort);
  REQUIRE(report.streams.size() == 1);
  const auto& stream = report.streams.front();
  CHECK(stream.histogram.count_at(0us) == 226);
  CHECK(stream.histogram.count_at(900us) == 1222);
  CHECK(stream.histogram.count_at(1000us) == 1140);
  CHECK(stream.summary.clock->long_term_jitter.count() == Near{6030.222});
  CHECK(stream.summary.clock->start_delay.count() == Near{12'060.444});
  CHECK(stream.summary.clock->rate_error_ppm.value() == Near{1193.6124858915598, 1e-7});
  CHECK(stream.deviations->p50->count() == Near{8.662});
  CHECK(stream.deviations->p99->count() == Near{2990.061});
  CHECK_FALSE(stream.deviations->p99_9);  // of 1200
  const auto& counts = report.connections.front().counts;
  CHECK(counts.acknowledge_requests == 6);
  CHECK(counts.acknowledges == 6);
}

TEST_CASE("the smallest buffer of real streams is confirmed by playing it, and 5 % less fails", "[parser]") {
  const auto& golden = GENERATE(from_range(std::begin(kGolden), std::begin(kGolden) + 3));
  CAPTURE(golden.file);
  const auto path = shared_capture(golden.file);
  if (!path) return;
  const auto report = analyse({.files = {*path}, .playback = PlaybackOptions{}});
  REQUIRE(report.streams.size() == 1);
  REQUIRE(report.streams.front().playback);
  const auto& playback = *report.streams.front().playback;
  CHECK(playback.smallest.late == 0);
  CHECK(playback.smallest.overruns == 0);
  REQUIRE(playback.below);
  CHECK(playback.below->late + playback.below->overruns > 0);
  const auto& clock = *report.streams.front().summary.clock;
  CHECK(Micros(playback.smallest.buffer.target).count() == Near{clock.start_delay.count()});
  CHECK(Micros(playback.smallest.buffer.capacity).count() == Near{2 * clock.long_term_jitter.count()});
}

// Counted by a script of its own that reads the octets: 560 datagrams, 56 000 samples, no number missing.
TEST_CASE("datagrams that segmentation offload merged are counted one by one", "[parser]") {
  const auto path = shared_capture("gso_sender_side.pcap", "cases");
  if (!path) return;
  const auto report = analyse({.files = {*path}, .port = 17261, .keep_datagrams = true});
  CHECK(report.findings.empty());
  CHECK(report.capture.packets == 60);
  CHECK(report.capture.merged_packets == 56);
  REQUIRE(report.streams.size() == 1);
  CHECK(report.connections.front().counts.numbers.lost == 0);
  CHECK(report.connections.front().counts.packets == 560);
  const auto& stream = report.streams.front();
  CHECK(stream.summary.datagrams == 560);
  CHECK(stream.summary.samples == 56'000);
  CHECK(stream.summary.excluded.offload == 502);
  CHECK(stream.summary.offsets->count == 57);
  CHECK(stream.datagrams->all().size() == 560);
}

TEST_CASE("datagrams in IP fragments are put together, the last one is cut by the end of the capture",
          "[parser]") {
  const auto path = shared_capture("idtfplayer_frame_ipfragments.pcap");
  if (!path) return;
  const auto report = analyse(*path, kIdnPort);
  REQUIRE(report.connections.size() == 1);
  CHECK(report.connections.front().counts.fragmented == 27);
  CHECK(report.connections.front().counts.numbers.lost == 0);
  CHECK(report.capture.fragments.fragments == 900);
  CHECK(report.capture.fragments.datagrams == 27);
  CHECK(report.capture.fragments.broken.count() == 1);
  REQUIRE(report.streams.size() == 1);
  // 9 frames of 20 000 points, three IDN fragments each.
  CHECK(report.streams.front().summary.samples == 180'000);
  CHECK(report.streams.front().counts.frames == 9);
}

TEST_CASE("discovery alone is no stream", "[parser]") {
  const auto path = shared_capture("serverlist_discovery.pcap");
  if (!path) return;
  const auto report = analyse(*path, kIdnPort);
  CHECK(report.connections.empty());
  CHECK(report.traffic.commands.at(wire::Command::ScanRequest) == 2);
  CHECK(report.traffic.commands.at(wire::Command::ServiceMapResponse) == 1);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings.front().text.starts_with("no IDN stream"));
}
