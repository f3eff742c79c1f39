// SPDX-License-Identifier: MIT
// For every error of a source the user gets one line with its name and a remedy.

#include "cli/failure.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/regex.hpp"
#include "support/temporary_folder.hpp"
#include "viewer/model/source/live_source.hpp"
#include "viewer/model/source/open_file.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

std::string refusal(const std::function<void()>& open) {
  try {
    open();
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kEnvironment);
    return failure.what();
  }
  return {};
}

std::string refusal(const std::string& path) {
  return refusal([&] { open_file(path); });
}

std::string refusal(const Octets& octets, const std::string& suffix) {
  const TemporaryFile file(octets, suffix);
  return refusal(file.path());
}

Octets octets(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

bool matches(const std::string& message, const char* pattern) {
  CAPTURE(message);
  CHECK(message.find('\n') == std::string::npos);
  return Regex(pattern).search(message);
}

const Endpoint kClient = Endpoint::ipv4(0x0A000001, 50000);
const Endpoint kUnit = Endpoint::ipv4(0x0A000002, kIdnPort);

}  // namespace

TEST_CASE("a file that is neither capture nor .ild file is refused with what to give instead", "[viewer]") {
  CHECK(matches(refusal(octets("neither of them"), ".txt"), "unknown file format; give a .*pcap.*\"ILDA\""));
  CHECK(matches(refusal(octets(""), ".pcap"), "empty; give a .*pcap"));
  CHECK(matches(refusal(octets(""), ".ild"), "is empty; an .ild file starts with \"ILDA\""));
  CHECK(matches(refusal(octets("PNG no"), ".ild"), "unknown file format"));
  CHECK(matches(refusal("/nowhere/show.pcap"), "No such file"));
  CHECK(matches(refusal("/nowhere/show.ild"), "No such file.*; check the name"));
  const TemporaryFolder folder;
  CHECK(matches(refusal(folder / "."), "folder|directory"));
}

TEST_CASE("a capture without a stream is refused with the port, or with what was seen", "[viewer]") {
  CHECK(matches(refusal(CaptureBuilder().octets(), ".pcap"),
                "no datagram to UDP port 7255 in 0 packets; .*--port"));
  CaptureBuilder scan;
  scan.datagram(1s, kClient, kUnit, vector_file("idn/01-scan-request.hex"));
  CHECK(matches(refusal(scan.octets(), ".pcap"),
                "1 IDN datagrams, but no laser samples; capture from the start"));
}

TEST_CASE("an .ild file without frames is refused, one that is cut in its first frame is shown", "[viewer]") {
  const auto square = vector_file("ild/ild-01-format5-square.hex");
  const Octets end(square.end() - 32, square.end());
  CHECK(matches(refusal(end, ".ild"), "holds no frames; give an .ild file"));
  const TemporaryFile cut(Octets(square.begin(), square.begin() + 32 + 3 * 8 + 1), ".ild");
  const Recording recording = open_file(cut.path());
  CHECK(recording.streams().front()->timeline.chunks().front().samples().size() == 3);
  CHECK_FALSE(recording.notes.empty());
}

TEST_CASE("a damaged capture is shown as far as it goes, with a note", "[viewer]") {
  CaptureBuilder capture;
  const auto wave = vector_file("idn/26-wave-xyrgbi-sdm2.hex");
  capture.datagram(1s, kClient, kUnit, wave);
  capture.datagram(2s, kClient, kUnit, wave);
  Octets damaged = capture.octets();
  damaged.resize(damaged.size() - 10);
  const TemporaryFile file(damaged);
  const Recording recording = open_file(file.path());
  CHECK(recording.samples() == 20);
  REQUIRE(recording.notes.size() == 1);
  CHECK(matches(recording.notes.front(), "damaged after packet 1"));
}

TEST_CASE("datagrams that a capture does not hold whole are left out, with a note", "[viewer]") {
  CaptureBuilder capture;
  const auto wave = vector_file("idn/26-wave-xyrgbi-sdm2.hex");
  capture.datagram(1s, kClient, kUnit, wave);
  capture.datagram(2s, kClient, kUnit, wave, 100);
  const TemporaryFile file(capture.octets());
  const Recording recording = open_file(file.path());
  REQUIRE(recording.notes.size() == 1);
  CHECK(matches(recording.notes.front(), "1 datagrams skipped"));
}

TEST_CASE("a port in use is refused with the remedy", "[viewer]") {
  constexpr std::uint32_t kLoopback = 0x7F000001;
  const LiveSource first({.address = kLoopback, .port = 0});
  const auto second = [&] { LiveSource({.address = kLoopback, .port = first.local().port}); };
  CHECK(matches(refusal(second),
                "cannot receive on 127.0.0.1:[0-9]+: .*; end the other program, or choose another port to "
                "listen to .*"));
}
