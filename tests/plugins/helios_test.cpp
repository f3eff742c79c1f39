// SPDX-License-Identifier: MIT
// Hosts of Helios DACs, checked by the samples that arrive at a projector: by their number, not by times, which
// vary on a busy machine.
#include <fstream>

#include "e2e/dark_end.hpp"
#include "e2e/process.hpp"
#include "support/catch.hpp"
#include "support/recording_projector.hpp"
#include "support/set_variable.hpp"

using namespace idn;
using namespace idn::test;

namespace {

/// Frames of 100 ms: a frame is repeated if the host gets no CPU time for so long.
constexpr std::size_t kFrames = 16, kPoints = 3000, kRate = 30'000;
constexpr std::size_t kHoldMs = 800;
/// Long, so that hosts may be delayed.
constexpr std::size_t kLatencyMs = 500;
constexpr std::size_t kHoldSamples = kRate * kHoldMs / 1000;

/// A settings file with one device, during the lifetime of this object.
class OneDevice {
 public:
  explicit OneDevice(const std::string& target, const std::string& more = {}, const std::string& of_device = {})
      : variable_("IDN_VENUE", folder_ / "venue.toml") {
    std::ofstream(folder_ / "venue.toml")
        << "plugins.log_file = \"" << log() << "\"\nplugins.latency_ms = " << kLatencyMs
        << "\nplugins.hold_ms = " << kHoldMs << "\n"
        << more << "[[projector]]\ntarget = \"" << target << "\"\n"
        << of_device;
  }
  std::string log() const { return folder_ / "plugins.log"; }

 private:
  TemporaryFolder folder_;
  SetVariable variable_;
};

std::vector<std::string> host(const std::string& language, const std::string& order,
                              std::size_t frames = kFrames) {
  std::vector<std::string> command{IDN_HELIOS_HOST};
#ifdef IDN_PYTHON_HOST
  if (language == "Python") command = {IDN_PYTHON, IDN_PYTHON_HOST};
#else
  (void)language;
#endif
  command.insert(command.end(),
                 {IDN_HELIOS, order, std::to_string(frames), std::to_string(kPoints), std::to_string(kRate)});
  return command;
}

/// (frame number of the host, number of its samples), in order of arrival.
std::vector<std::pair<std::size_t, std::size_t>> frames_of(const RecordingProjector& projector) {
  std::vector<std::pair<std::size_t, std::size_t>> frames;
  for (const auto& [sample, rate] : projector.lit()) {
    const std::size_t number = static_cast<std::size_t>(sample.y + 32'768) >> 4;
    if (frames.empty() || frames.back().first != number) frames.emplace_back(number, 0);
    ++frames.back().second;
  }
  return frames;
}

/// Checks that all frames were played in order, with the right number of samples within 1 %.
void check_played(const RecordingProjector& projector, std::size_t most_of_last) {
  const auto frames = frames_of(projector);
  REQUIRE(frames.size() == kFrames);
  std::size_t played = 0;
  for (std::size_t k = 0; k < kFrames; ++k) {
    CHECK(frames[k].first == k);
    if (k + 1 < kFrames) played += frames[k].second;
  }
  const std::size_t expected = (kFrames - 1) * kPoints;
  CHECK(played >= expected - expected / 100);
  CHECK(played <= expected + expected / 100);
  CHECK(frames.back().second >= kPoints - 2);
  CHECK(frames.back().second <= most_of_last);
}

/// Disables leak reports, for hosts that end while the library plays.
struct LeftBehind {
  SetVariable leaks{"ASAN_OPTIONS", "detect_leaks=0"};
};

const std::vector<std::string>& languages() {
#ifdef IDN_PYTHON_HOST
  static const std::vector<std::string> both{"C", "Python"};
#else
  static const std::vector<std::string> both{"C"};
#endif
  return both;
}

}  // namespace

TEST_CASE(
    "helios: hosts that poll, that ask on a second thread, and that never ask play as long as they should",
    "[plugins]") {
  for (const std::string order : {"poll", "thread", "blind", "single"}) {
    for (const auto& language : languages()) {
      const RecordingProjector projector;
      const OneDevice device(projector.target());
      const auto done = run(host(language, order));
      CAPTURE(order, language, done.errors);
      REQUIRE(done.code == 0);
      REQUIRE(projector.awaits_lit(kFrames * kPoints - 2));
      check_played(projector, kPoints);
    }
  }
}

TEST_CASE("helios: a host that ends without a word has its frames played, then it is dark and closed",
          "[plugins]") {
  const LeftBehind left_behind;
  for (const auto& language : languages()) {
    const RecordingProjector projector;
    {
      const OneDevice device(projector.target());
      const auto done = run(host(language, "forget"));
      CAPTURE(language, done.errors);
      REQUIRE(done.code == 0);
      REQUIRE(projector.awaits_lit(kFrames * kPoints - 2));
      check_played(projector, kPoints);
    }
    UdpSink sink;
    const OneDevice device(sink.address());
    REQUIRE(run(host(language, "forget", 3)).code == 0);
    sink.drain();
    check_dark_end(sink);
  }
}

TEST_CASE("helios: a library that is unloaded while it plays is dark after the hold time", "[plugins]") {
  const LeftBehind left_behind;
  for (const auto& language : languages()) {
    const RecordingProjector projector;
    const OneDevice device(projector.target());
    const auto done = run(host(language, "unload"));
    CAPTURE(language, done.errors);
    REQUIRE(done.code == 0);
    // The host runs for three more seconds, longer than the hold time and the latency.
    REQUIRE(projector.awaits([&] { return projector.dark_at_end() > kRate / 10; }));
    check_played(projector, kHoldSamples + kPoints);
    CHECK(frames_of(projector).back().second > kPoints);
  }
}

TEST_CASE("helios: Stop and an empty frame are dark at once", "[plugins]") {
  for (const std::string order : {"stop", "empty"}) {
    const RecordingProjector projector;
    const OneDevice device(projector.target());
    const auto done = run(host("C", order));
    CAPTURE(order, done.errors);
    REQUIRE(done.code == 0);
    REQUIRE(projector.awaits([&] { return projector.dark_at_end() > kRate / 2; }));
    CHECK(frames_of(projector).size() >= kFrames - kLatencyMs * kRate / 1000 / kPoints - 3);
    CHECK(projector.lit().size() < kFrames * kPoints);
  }
}

TEST_CASE("helios: every function, and what it answers to calls that make no sense", "[plugins]") {
  const UdpSink sink;
  // A name of 33 octets, limited to 31: the 31st is the first of the two octets of a character.
  const OneDevice device(
      sink.address(), {},
      "plugins.latency_ms = 40\nplugins.hold_ms = 60000\nname = \"Links oben, neben der Leinwandüü\"\n");
  const auto done = run({IDN_HELIOS_CALLS, IDN_HELIOS, "Links oben, neben der Leinwand"});
  CAPTURE(done.errors);
  CHECK(done.code == 0);
}

TEST_CASE("helios: with settings that are wrong there is no device, and the log says why", "[plugins]") {
  const TemporaryFolder logs;
  const SetVariable state("XDG_STATE_HOME", logs / ""), home("HOME", logs / "");
  const LeftBehind left_behind;
  const OneDevice device("127.0.0.1:7", "rates = 5\n");
  CHECK(run(host("C", "blind")).code == 3);
#ifndef __APPLE__
  std::ifstream log(logs / "idn/plugins.log");
  std::string line;
  REQUIRE(std::getline(log, line));
  CAPTURE(line);
  CHECK(line.find("helios: no devices: ") != std::string::npos);
  CHECK(line.find("venue.toml:4:1: rates is not a key here; choose from") != std::string::npos);
#endif
}

TEST_CASE("helios: armed = false keeps all of it dark", "[plugins]") {
  const RecordingProjector projector;
  const OneDevice device(projector.target(), "plugins.armed = false\n");
  REQUIRE(run(host("C", "single", 5)).code == 0);
  REQUIRE(projector.awaits([&] { return projector.dark_at_end() >= 5 * kPoints; }));
  CHECK(projector.lit().empty());
}
