// SPDX-License-Identifier: MIT
// The datagrams are example vectors of the protocol reference, with times given by the test.
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "viewer/model/instruments/dark_note.hpp"
#include "viewer/model/instruments/stream_title.hpp"
#include "viewer/model/source/open_file.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

constexpr Duration kStart = 1'700'000'000s;
const Endpoint kCaptureClient = Endpoint::ipv4(0x0A000001, 50000);
const Endpoint kCaptureUnit = Endpoint::ipv4(0x0A000002, kIdnPort);

Octets example(const std::string& name) {
  return vector_file("idn/" + name + ".hex");
}

Recording recorded(const CaptureBuilder& capture, const FileOptions& options = {}) {
  const TemporaryFile file(capture.octets());
  return open_file(file.path(), options);
}

}  // namespace

TEST_CASE("a wave chunk of a capture is shown with the latency of a projector", "[viewer]") {
  const Recording recording =
      recorded(CaptureBuilder().datagram(kStart, kCaptureClient, kCaptureUnit, example("26-wave-xyrgbi-sdm2")));
  REQUIRE(recording.streams().size() == 1);
  const Stream& stream = *recording.streams().front();
  CHECK(stream.name == "10.0.0.1:50000 channel 0");
  REQUIRE(stream.timeline.chunks().size() == 1);
  const Chunk& chunk = stream.timeline.chunks().front();
  CHECK(chunk.begin == TimePoint(40ms));
  CHECK(chunk.length == 666us);
  REQUIRE(chunk.samples().size() == 20);
  CHECK(chunk.samples()[1] ==
        LaserSample{.x = -7200, .y = 4000, .r = 2570, .g = 62965, .b = 16448, .intensity = 65535});
  CHECK(chunk.data->datagram_starts == std::vector<std::uint32_t>{0});
  REQUIRE(stream.layout);
  CHECK(stream.layout->sample_size() == 8);
  REQUIRE(stream.routing);
  CHECK(stream.routing->mode == wire::ServiceMode::GraphicContinuous);
  REQUIRE(stream.datagrams.size() == 1);
  CHECK(stream.datagrams.front().facts.samples == 20);
  CHECK(stream.metrics.summary().samples == 20);
}

TEST_CASE("streams of one socket to several units are told apart", "[viewer]") {
  CaptureBuilder capture;
  for (const std::uint32_t unit : {0x0A000002u, 0x0A000003u})
    capture.datagram(kStart, kCaptureClient, Endpoint::ipv4(unit, kIdnPort), example("26-wave-xyrgbi-sdm2"));
  const Recording recording = recorded(capture);
  REQUIRE(recording.streams().size() == 2);
  CHECK(recording.streams()[0]->name == "10.0.0.1:50000 channel 0");
  CHECK(recording.streams()[1]->name == "10.0.0.1:50000 channel 0 to 10.0.0.3:7255");
}

TEST_CASE("a frame of several fragments knows where each datagram's samples begin", "[viewer]") {
  CaptureBuilder capture;
  for (const char* name : {"21-frame-first-fragment", "22-frame-sequel-middle", "23-frame-sequel-last"})
    capture.datagram(kStart, kCaptureClient, kCaptureUnit, example(name));
  const Recording recording = recorded(capture);
  const Stream& stream = *recording.streams().front();
  const Chunk& frame = stream.timeline.chunks().front();
  CHECK(frame.is_frame);
  // By the listing 5, 4 and 3 samples of 7 octets; 11 ms for the 11 intervals, and the first sample takes as
  // long as the others.
  REQUIRE(frame.samples().size() == 12);
  CHECK(frame.length == 12ms);
  CHECK(frame.data->datagram_starts == std::vector<std::uint32_t>{0, 5, 9});
  CHECK(frame.samples().front().is_dark());
  CHECK(stream.datagrams.size() == 3);
  CHECK(stream.metrics.summary().samples == 12);
}

TEST_CASE("datagrams that segmentation offload merged are shown one by one, and give no offset", "[viewer]") {
  const Octets next = example("11-wave-next");
  Octets after = next;
  const auto timestamp = from_hex("00 98 9E 50");  // 1000 us later
  after[3] = std::byte{0x66};
  std::ranges::copy(timestamp, after.begin() + 8);
  const Recording recording =
      recorded(CaptureBuilder()
                   .datagram(kStart, kCaptureClient, kCaptureUnit, example("09-wave-open-config"))
                   .datagram(kStart + 1ms, kCaptureClient, kCaptureUnit, joined(next, after)));
  REQUIRE(recording.streams().size() == 1);
  const Stream& stream = *recording.streams().front();
  CHECK(recording.samples() == 60);
  CHECK(stream.datagrams.size() == 3);
  CHECK(stream.numbers.lost == 0);
  CHECK(stream.metrics.summary().excluded.offload == 1);
  CHECK(stream.metrics.summary().offsets->count == 1);
}

TEST_CASE("a stream says where it goes, by name where the unit has told its name", "[viewer]") {
  CaptureBuilder capture;
  capture.datagram(kStart, kCaptureClient, kCaptureUnit, example("26-wave-xyrgbi-sdm2"));
  CHECK(destination_of(*recorded(capture).streams().front()) == "10.0.0.2:7255, service 1");
  const FileOptions venue{.projectors = {{kCaptureUnit, "Stage"}}};
  CHECK(destination_of(*recorded(capture, venue).streams().front()) == "Stage, service 1");
  for (const char* answer : {"02-scan-response", "04-servicemap-response"})
    capture.datagram(kStart + 1ms, kCaptureUnit, kCaptureClient, example(answer));
  CHECK(destination_of(*recorded(capture).streams().front()) == "Beam-Left, service 1 (Left)");
  CHECK(destination_of(*recorded(capture, venue).streams().front()) == "Beam-Left, service 1 (Left)");
}

TEST_CASE("the end of a capture is no underrun", "[viewer]") {
  CaptureBuilder capture;
  capture.datagram(kStart, kCaptureClient, kCaptureUnit, example("26-wave-xyrgbi-sdm2"));
  const Recording recording = recorded(capture);
  CHECK_FALSE(dark_note(recording.streams().front()->timeline, recording.end()));
  CHECK_FALSE(dark_note(recording.streams().front()->timeline, recording.end() + 1ms));
}

TEST_CASE("two clients of one service are two streams", "[viewer]") {
  Endpoint other = kCaptureClient;
  ++other.port;
  CaptureBuilder capture;
  for (const Endpoint& client : {kCaptureClient, other})
    capture.datagram(kStart, client, kCaptureUnit, example("26-wave-xyrgbi-sdm2"));
  const Recording recording = recorded(capture);
  REQUIRE(recording.streams().size() == 2);
  CHECK(recording.streams()[0]->timeline.samples() == 20);
  CHECK(recording.streams()[1]->timeline.samples() == 20);
}

TEST_CASE("a stream that falls silent in a capture goes dark for that reason", "[viewer]") {
  Endpoint other = kCaptureClient;
  ++other.port;
  CaptureBuilder capture;
  capture.datagram(kStart, kCaptureClient, kCaptureUnit, example("20-frame-open-entire"));
  capture.datagram(kStart + 3s, other, kCaptureUnit, example("26-wave-xyrgbi-sdm2"));
  const Recording recording = recorded(capture);
  const Timeline& timeline = recording.streams().front()->timeline;
  CHECK(timeline.dark_at(TimePoint(2s)) == DarkReason::LinkLost);
}

TEST_CASE("samples that came too late are counted as idn_server does: an output of 40 ms does not wait",
          "[viewer]") {
  CaptureBuilder capture;
  Octets wave = example("26-wave-xyrgbi-sdm2");  // 20 samples in 666 us
  Duration now = kStart;
  for (std::uint16_t i = 0; i < 200; ++i, now += 666us) {
    if (i == 100) now += 60ms;
    ByteWriter(MutableBytes(wave).subspan(2)).write(i);
    ByteWriter(MutableBytes(wave).subspan(8)).write(std::uint32_t{i} * 666);
    capture.datagram(now, kCaptureClient, kCaptureUnit, wave);
  }
  const Recording recording = recorded(capture);
  REQUIRE(recording.streams().size() == 1);
  const Stream& stream = *recording.streams().front();
  CHECK(stream.late_samples == 31 * 20);
  CHECK(stream.timeline.samples() == 169 * 20);
}

TEST_CASE("a closed channel is dark for that reason", "[viewer]") {
  CaptureBuilder capture;
  capture.datagram(kStart, kCaptureClient, kCaptureUnit, example("09-wave-open-config"));
  capture.datagram(kStart + 1ms, kCaptureClient, kCaptureUnit, example("14-channel-close"));
  const Recording recording = recorded(capture);
  const Timeline& timeline = recording.streams().front()->timeline;
  CHECK_FALSE(timeline.dark_at(timeline.begin()));
  CHECK(timeline.dark_at(timeline.end()) == DarkReason::Closed);
}

TEST_CASE("receivers on another port are shown when they are asked for", "[viewer]") {
  Endpoint unit = kCaptureUnit;
  unit.port = 9000;
  const auto capture = CaptureBuilder().datagram(kStart, kCaptureClient, unit, example("26-wave-xyrgbi-sdm2"));
  CHECK(recorded(capture, {.port = 9000}).samples() == 20);
}

TEST_CASE("the real captures are shown", "[viewer]") {
  if (shared_data_folder().empty()) {
    WARN("no shared test data: skipped");
    return;
  }
  for (const char* name : {"helios-sdk_wave_100k", "laser-dac_wave_100k", "laser-dac_wave_ack",
                           "laser-dac_frame_fragmented", "idtfplayer_frame_ipfragments"}) {
    CAPTURE(name);
    const Recording recording = open_file(shared_data_folder() + "/captures/" + name + ".pcap");
    CHECK(recording.streams().size() == 1);
    CHECK(recording.samples() > 1000);
    CHECK(recording.notes.empty());
  }
}
