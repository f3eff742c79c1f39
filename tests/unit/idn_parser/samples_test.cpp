// SPDX-License-Identifier: MIT
// The input is the example datagrams of the protocol reference; expected values are taken from its listing.
#include <fstream>

#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/samples/export.hpp"
#include "idn_parser/samples/replay.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/temporary_folder.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

Octets example(const std::string& name) {
  return vector_file("idn/" + name + ".hex");
}

struct Exported {
  SampleExport facts;
  std::vector<std::string> lines;
};

Exported exported(const CaptureBuilder& capture, const std::vector<stream::SenderTransform>& sources = {},
                  const std::string& name = "samples.csv") {
  const TemporaryFile file(capture.octets());
  const TemporaryFolder folder;
  Exported result{export_samples(analyse(file.path(), kIdnPort), folder / name, sources), {}};
  std::ifstream in(folder / name);
  for (std::string line; std::getline(in, line);) result.lines.push_back(line);
  return result;
}

CaptureBuilder wave_capture() {
  return CaptureBuilder().datagram(kStart, kClient, kServer, example("26-wave-xyrgbi-sdm2"));
}

CaptureBuilder frame_capture() {
  CaptureBuilder capture;
  for (const char* name : {"21-frame-first-fragment", "22-frame-sequel-middle", "23-frame-sequel-last"})
    capture.datagram(kStart, kClient, kServer, example(name));
  return capture;
}

}  // namespace

TEST_CASE("every sample of a wave chunk is written with its time on the sender's axis", "[parser]") {
  const auto [facts, lines] = exported(wave_capture());
  CHECK(facts.samples == 20);
  CHECK(facts.skipped == 0);
  REQUIRE(lines.size() == 21);
  CHECK(lines[0] == "stream,channel,mode,chunk,time_us,x,y,z,x_prime,r,g,b,intensity,u1,u2,u3");
  CHECK(lines[1] == "1,0,wave,1,5000000,-8000,4000,0,0,0,65535,16448,65535,0,0,0");
  CHECK(lines[2] == "1,0,wave,1,5000033,-7200,4000,0,0,2570,62965,16448,65535,0,0,0");
  CHECK(lines[20] == "1,0,wave,1,5000632,7200,4000,0,0,48830,16705,16448,65535,0,0,0");
}

TEST_CASE("the fragments of a frame make one chunk, its samples spread over the duration", "[parser]") {
  const auto [facts, lines] = exported(frame_capture());
  CHECK(facts.samples == 12);
  REQUIRE(lines.size() == 13);
  CHECK(lines[1] == "1,3,frame,1,20033333,12000,0,0,0,0,0,0,0,0,0,0");
  CHECK(lines[7] == "1,3,frame,1,20039333,-11514,-3381,0,0,0,51400,25700,65535,0,0,0");
  CHECK(lines[12] == "1,3,frame,1,20044333,12000,0,0,0,0,51400,25700,65535,0,0,0");
}

TEST_CASE("a name that ends in .jsonl makes one JSON object per sample", "[parser]") {
  const auto [facts, lines] = exported(wave_capture(), {}, "samples.jsonl");
  REQUIRE(lines.size() == 20);
  CHECK(lines[0] ==
        R"({"stream":1,"channel":0,"mode":"wave","chunk":1,"time_us":5000000,"x":-8000,"y":4000,"z":0,)"
        R"("x_prime":0,"r":0,"g":65535,"b":16448,"intensity":65535,"u1":0,"u2":0,"u3":0})");
}

TEST_CASE("streams have the numbers of the report, also two clients of one service", "[parser]") {
  const auto frame = example("20-frame-open-entire");
  Endpoint other = kClient;
  ++other.port;
  CaptureBuilder capture;
  for (const Endpoint& client : {other, kClient}) capture.datagram(kStart, client, kServer, frame);
  capture.datagram(kStart + 1ms, kClient, kServer, example("26-wave-xyrgbi-sdm2"));
  const auto [facts, lines] = exported(capture);
  CHECK(facts.samples == 5 + 5 + 20);
  CHECK(lines[1].starts_with("3,3,frame,1,20000000,-10000,-10000,"));
  CHECK(lines[6].starts_with("2,3,frame,1,20000000,-10000,-10000,"));
  CHECK(lines[11].starts_with("1,0,wave,1,5000000,-8000,4000,"));
}

TEST_CASE("samples of the sources that are named are turned, others are not", "[parser]") {
  const std::vector<stream::SenderTransform> named{*parse_source("10.0.0.1:mirror-x,swap-xy")};
  CHECK(exported(wave_capture(), named).lines[1] ==
        "1,0,wave,1,5000000,-4000,-8000,0,0,0,65535,16448,65535,0,0,0");
  const std::vector<stream::SenderTransform> others{*parse_source("10.0.0.2/31:mirror-x")};
  CHECK(exported(wave_capture(), others).lines == exported(wave_capture()).lines);
}

TEST_CASE("datagrams that the capture does not hold whole are left out and counted", "[parser]") {
  CaptureBuilder capture;
  capture.datagram(kStart, kClient, kServer, example("26-wave-xyrgbi-sdm2"), 100);
  const auto [facts, lines] = exported(capture);
  CHECK(facts.skipped == 1);
  CHECK(lines.size() == 1);
}

TEST_CASE("connections that ended make room for new ones, those that live do not", "[parser]") {
  const auto wave = example("26-wave-xyrgbi-sdm2");
  std::size_t samples = 0;
  Replay replay(kIdnPort, {}, [&](const auto&, auto, const auto& chunk) { samples += chunk.samples.size(); });
  const auto open = [&](unsigned number, Duration time) {
    replay.take({Endpoint::ipv4(0x0A000000 + number, 5000), kServer, wave, wave.size(), false}, time);
  };
  for (unsigned i = 0; i <= Replay::kMaxConnections; ++i) open(i, 0s);
  CHECK(replay.skipped() == 1);
  CHECK(samples == 20 * Replay::kMaxConnections);
  open(Replay::kMaxConnections, 2s);
  CHECK(replay.skipped() == 1);
  CHECK(samples == 20 * (Replay::kMaxConnections + 1));
}

TEST_CASE("a source is an address or a network, and what to turn", "[parser]") {
  const auto one = parse_source("192.168.1.20:mirror-x,mirror-y,swap-xy,use-intensity");
  REQUIRE(one.has_value());
  CHECK(one->transform ==
        SampleTransform{.swap_axes = true, .flip_x = true, .flip_y = true, .apply_intensity = true});
  CHECK(one->network.contains(Endpoint::ipv4(0xC0A80114, 1)));
  CHECK_FALSE(one->network.contains(Endpoint::ipv4(0xC0A80115, 1)));

  const auto network = parse_source("10.1.0.0/15:mirror-y");
  REQUIRE(network.has_value());
  CHECK(network->transform == SampleTransform{.flip_y = true});
  CHECK(network->network.contains(Endpoint::ipv4(0x0A00FFFF, 1)));
  CHECK(network->network.contains(Endpoint::ipv4(0x0A010000, 1)));
  CHECK_FALSE(network->network.contains(Endpoint::ipv4(0x0A020000, 1)));

  CHECK(parse_source("0.0.0.0/0:mirror-x")->network.contains(Endpoint::ipv4(0xFFFFFFFF, 1)));
  const auto v6 = parse_source("fe80::1:mirror-x");
  REQUIRE(v6.has_value());
  CHECK(v6->network.address[0] == 0xFE);
  CHECK(v6->network.prefix_bits == 128);
  CHECK(stream::transform_for(std::vector{*network, *one}, Endpoint::ipv4(0xC0A80114, 1)) == one->transform);
}

TEST_CASE("what is not a source is refused", "[parser]") {
  for (const char* text :
       {"", ":", "10.0.0.1", "10.0.0.1:", "10.0.0.1:flip", "10.0.0.1:mirror-x,", "10.0.0:mirror-x",
        "10.0.0.1/33:mirror-x", "10.0.0.1/:mirror-x", "10.0.0.1/-1:mirror-x", "10.0.0.1/8x:mirror-x",
        "::1/129:mirror-x", "laser:mirror-x", "10.0.0.1:mirror-x;mirror-y"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_source(text).has_value());
  }
}

TEST_CASE("a name that ends in .ild gets frames: those of a frame stream, and 40 ms of a wave stream each",
          "[parser]") {
  CaptureBuilder capture;
  // 100 samples per millisecond from 39 ms on the sender's axis: one millisecond before a frame ends.
  for (int i = 0; i < 45; ++i) capture.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i, 39'000));
  const TemporaryFile file(capture.octets());
  const TemporaryFolder folder;
  const auto facts = export_samples(analyse(file.path(), kIdnPort), folder / "show.ild", {});
  CHECK(facts.samples == 4500);
  std::ifstream in(folder / "show.ild", std::ios::binary);
  const std::string octets(std::istreambuf_iterator<char>(in), {});
  // Format 5: 32 octets of header and 8 per point; header of the end.
  REQUIRE(octets.size() == 3 * 32 + 4500 * 8 + 32);
  const auto number_at = [&](std::size_t at) {
    return static_cast<unsigned char>(octets[at]) << 8 | static_cast<unsigned char>(octets[at + 1]);
  };
  CHECK(octets.starts_with("ILDA"));
  CHECK(number_at(24) == 100);
  CHECK(number_at(32 + 100 * 8 + 24) == 4000);
  CHECK(number_at(2 * 32 + 4100 * 8 + 24) == 400);
}
