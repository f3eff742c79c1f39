// SPDX-License-Identifier: MIT
// Hosts of the DACs that idn_compat emulates: programs in C that load its functions by name. Checked are the
// results of their calls, and the samples that arrive at a projector.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "e2e/process.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"
#include "support/recording_projector.hpp"
#include "support/set_variable.hpp"
#include "support/wave_packet.hpp"

using namespace idn;
using namespace idn::test;

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kInterfaces{"EasyLase", "EzAudDac", "EtherDream", "OLSC"};

std::string options_of_sanitizer(const char* variable, const std::string& more) {
  const char* const before = std::getenv(variable);
  return (before == nullptr ? "" : std::string(before) + ":") + more;
}

/// Disables leak reports of sanitizers, for hosts that do not close the library: its threads keep running.
class AllowLeaks {
 private:
  SetVariable threads_{"TSAN_OPTIONS", options_of_sanitizer("TSAN_OPTIONS", "report_thread_leaks=0")};
  SetVariable memory_{"ASAN_OPTIONS", options_of_sanitizer("ASAN_OPTIONS", "detect_leaks=0")};
};

/// A host process, and its settings file with one device at `target`.
class Host {
 public:
  /// @param library file name under which the library is copied and loaded; empty: as built
  Host(const std::string& target, const std::string& dac, const std::string& calls, const std::string& settings,
       const std::string& library)
      : variable_("IDN_VENUE", folder_ / "venue.toml") {
    std::ofstream(folder_ / "venue.toml")
        << "plugins.log_file = \"\"\nplugins.latency_ms = 100\n"
        << settings << "\n"
        << "[[projector]]\nname = \"Projector\"\ntarget = \"" << target << "\"\n";
    std::string path = IDN_COMPAT;
    if (!library.empty()) {
      path = folder_ / library;
      fs::copy_file(IDN_COMPAT, path);
    }
    process_ =
        std::make_unique<Process>(std::vector<std::string>{IDN_DAC_HOST, path, dac, calls, folder_ / "seen_"});
  }

  /// Creates the file for which the host waits.
  void signal(const std::string& what) const { std::ofstream(folder_ / ("seen_" + what)) << "now"; }
  /// Waits for its end. @return its standard output
  std::string ended() {
    const int code = process_->wait();
    INFO(process_->errors() << process_->output());
    REQUIRE(code == 0);
    return process_->output();
  }

 private:
  const TemporaryFolder folder_;
  const SetVariable variable_;
  std::unique_ptr<Process> process_;
};

/// A host that plays to a projector.
class PlayingHost {
 public:
  explicit PlayingHost(const std::string& dac, const std::string& calls, const std::string& settings = {},
                       const std::string& library = {})
      : host_(projector.target(), dac, calls, settings, library) {}

  void signal(const std::string& what) const { host_.signal(what); }
  std::string ended() { return host_.ended(); }

  /// The samples of the frames that the host has marked by this value of blue, 1 to 255.
  std::vector<LaserSample> lit(int colour) const {
    std::vector<LaserSample> found;
    for (const auto& [sample, rate] : projector.lit())
      if (sample.b == colour * 0x0101) found.push_back(sample);
    return found;
  }
  bool awaits_lit(int colour, std::size_t count) const {
    return projector.awaits([&] { return lit(colour).size() >= count; });
  }

  const RecordingProjector projector;

 private:
  Host host_;
};

constexpr char kLongHold[] = "plugins.hold_ms = 60000";

/// The sample coordinate for a host's 0 to 4095, in each interface; with 12 bits 0 and 4095 are the edges.
std::int16_t position_of(const std::string& dac, int position) {
  const bool is_12_bit = dac == "EasyLase" || dac == "EzAudDac";
  return static_cast<std::int16_t>(position * 16 + (is_12_bit ? position / 256 : 0) - 32'768);
}

/// Whether `played` is one frame of the host, once or repeated, with its points in order. A few gaps are
/// allowed for datagrams lost on a busy machine.
bool is_frame(const std::vector<LaserSample>& played, const std::string& dac, std::size_t points) {
  std::size_t expected = 0, gaps = 0;
  for (const LaserSample& sample : played) {
    const auto is_at = [&](std::size_t place) {
      const int number = static_cast<int>(place);
      return sample.x == position_of(dac, number % 4096) && sample.y == position_of(dac, number / 4096);
    };
    if (sample.r != 0xFFFF || sample.g != 128 * 0x0101) return false;
    if (!is_at(expected)) ++gaps;
    std::size_t tried = 0;
    while (!is_at(expected) && ++tried <= points) expected = (expected + 1) % points;
    if (tried > points) return false;
    expected = (expected + 1) % points;
  }
  return gaps <= 1 + played.size() / 1000;
}

/// Whether any sample is lit; format xyrgbi.
bool is_lit(const WavePacket& packet) {
  constexpr std::size_t kSample = 8, kRed = 4;
  for (std::size_t at = 0; at + kSample <= packet.samples.size(); at += kSample)
    if (std::ranges::any_of(packet.samples.subspan(at + kRed, 3),
                            [](std::byte colour) { return colour != std::byte{0}; }))
      return true;
  return false;
}

/// Whether, of a host that ends while it plays, the last samples are dark and a session close follows.
bool ends_dark_and_closed(const std::string& dac) {
  const AllowLeaks allowed;
  LoopbackReceiver receiver;
  Host host(to_string(receiver.endpoint()), dac, "returns_while_playing", kLongHold, {});
  for (bool lit = false; !lit;) {
    const auto octets = receiver.next();
    REQUIRE(octets);
    lit = is_lit(WavePacket(*octets));
  }
  host.signal("playing");
  host.ended();
  bool dark = false, closed = false;
  while (const auto octets = receiver.waiting()) {
    const WavePacket packet(*octets);
    if (!packet.samples.empty()) dark = !is_lit(packet);
    closed = packet.header.command == wire::Command::RtClose;
  }
  return dark && closed;
}

}  // namespace

TEST_CASE("compat: frames of one point, of the most points and of none arrive as they were written",
          "[plugins]") {
  for (const std::string& dac : kInterfaces) {
    CAPTURE(dac);
    PlayingHost host(dac, "frames", kLongHold);
    REQUIRE(host.awaits_lit(1, 100));
    host.signal("one");
    REQUIRE(host.awaits_lit(2, 16'000));
    host.signal("most");
    REQUIRE(host.awaits_lit(3, 600));
    host.signal("last");
    const std::string done = dac == "OLSC"       ? "close 0\nstatus -2147483648\n300 points -2\n"
                             : dac == "EasyLase" ? "close 0\nstatus 0\n300 points 0\n"
                                                 : "close 0\nstatus -1\n300 points 0\n";
    const std::string ready = dac == "OLSC" ? "2" : "1";
    CHECK(host.ended() == "open 1 status " + ready +
                              "\n1 point 1\n16000 points 1\n0 points 1\n300 points 1\nstop 1\nclose 1\n" +
                              done);
    CHECK(is_frame(host.lit(1), dac, 1));
    CHECK(is_frame(host.lit(2), dac, 16'000));
    CHECK(is_frame(host.lit(3), dac, 300));
    CHECK(host.lit(4).empty());
    REQUIRE(host.projector.awaits([&] { return host.projector.dark_at_end() > 0; }));
  }
}

// No sample may arrive twice; some may be missing, lost on a busy machine.
TEST_CASE("compat: frames that are to be played once are, each to its end", "[plugins]") {
  for (const std::string dac : {"EasyLase", "EzAudDac", "EtherDream"}) {
    CAPTURE(dac);
    PlayingHost host(dac, "once", kLongHold);
    REQUIRE(host.awaits_lit(10, 1));
    REQUIRE(host.projector.awaits([&] { return host.projector.dark_at_end() > 4000; }));
    host.signal("all");
    CHECK(host.ended() == "1111111111\n");
    CHECK(host.projector.lit().size() > 9'000);
    for (int frame = 1; frame <= 10; ++frame) {
      CAPTURE(frame);
      const auto played = host.lit(frame);
      CHECK(played.size() <= 1000);
      CHECK(std::ranges::adjacent_find(played, std::ranges::greater_equal(), &LaserSample::x) == played.end());
    }
  }
}

TEST_CASE("compat: calls before opening, with what is wrong, and after closing have their results",
          "[plugins]") {
  const auto results = [](const std::string& dac) { return PlayingHost(dac, "calls").ended(); };
  const std::string easylase_closed =
      ": WriteFrame 0 0 0 0 0 GetLastError 2 2 GetStatus 0 DMX 0 0 0 0 TTL 0 debug 0 Stop 0 0 Send 0"
      " Stop 0 WriteFrameUncompressed 0 ReConnect 0\n";
  CHECK(results("EasyLase") ==
        "before" + easylase_closed +
            "close 0\nopen 1\n"
            "open: WriteFrame 1 0 0 0 0 GetLastError 3 2 GetStatus 0 DMX 0 0 0 0 TTL 0 debug 0 Stop 1 0 Send 1"
            " Stop 1 WriteFrameUncompressed 1 ReConnect 1\nclose 1\n"
            "after" +
            easylase_closed + "open 1\nclose 1\n");

  const std::string ezauddac_closed = ": WriteFrame 0 0 0 0 0 GetStatus -1 SetShutter 0 0 0 Stop 0 0\n";
  CHECK(results("EzAudDac") ==
        "before" + ezauddac_closed +
            "close 0\nopen 1\n"
            "open: WriteFrame 1 0 0 0 0 GetStatus -1 SetShutter 1 1 0 Stop 1 0\nclose 1\n"
            "after" +
            ezauddac_closed + "open 1\nclose 1\n");

  const std::string etherdream_closed =
      ": GetDeviceName <> <> GetVersion 0 0 WriteFrame 0 0 0 0 0 GetStatus -1 DMX 0 0 Stop 0 0"
      " CloseDevice 0 0 GetStatus -1 WriteFrame 0\n";
  CHECK(results("EtherDream") ==
        "before" + etherdream_closed +
            "close 0\nopen 1\n"
            "open: GetDeviceName <Project> <> GetVersion 2 0 WriteFrame 1 0 0 0 0 GetStatus -1 DMX 0 0"
            " Stop 1 0 CloseDevice 1 0 GetStatus -1 WriteFrame 0\nclose 1\n"
            "after" +
            etherdream_closed + "open 1\nclose 1\n");

  const std::string olsc_closed =
      ": GetAPIVersion 1 GetInterfaceName 1 IDN GetDeviceCount 0"
      " GetDeviceCapabilities -2 -1 points 0 bits of 1061 octets -2 -2 WriteFrameEx -2 -2 -2 -2 WriteFrame -2 "
      "-2"
      " GetStatus -2 80000000 GetLastErrorNumber -2 -100 <?> Play -2 -2 Shutter -2 -2 Pause -2 -2"
      " SetCallback -2 DMX -2 -2 TTL -2 -2\n";
  CHECK(results("OLSC") ==
        "before" + olsc_closed +
            "close 0\nopen 1\n"
            "open: GetAPIVersion 1 GetInterfaceName 1 IDN GetDeviceCount 1"
            " GetDeviceCapabilities 1 16000 points 16 bits of 1061 octets -1 -1 WriteFrameEx 1 -1 -1 -1"
            " WriteFrame -1 -1 GetStatus -1 80000000 GetLastErrorNumber 1 3 <> Play 1 -1 Shutter 1 1 Pause 1 -1"
            " SetCallback -2 DMX -2 -2 TTL -2 -2\nclose 1\n"
            "after" +
            olsc_closed + "open 1\nclose 1\n");
}

TEST_CASE("compat: OLSC hosts are told of 16 devices at most, by each function", "[plugins]") {
  std::string more;
  for (int i = 1; i <= 16; ++i) more += "[[projector]]\ntarget = \"127.47.1." + std::to_string(i) + "\"\n";
  const std::string results = PlayingHost("OLSC", "open_calls", more).ended();
  CHECK(results.starts_with("open 16\n"));
  CHECK(results.find(" GetDeviceCount 16 ") != std::string::npos);
}

TEST_CASE("compat: two threads write while another one stops, closes and opens", "[plugins]") {
  for (const std::string& dac : kInterfaces) {
    CAPTURE(dac);
    PlayingHost host(dac, "two_threads", kLongHold);
    REQUIRE(host.awaits_lit(3, 300));
    host.signal("last");
    host.ended();
    CHECK(is_frame(host.lit(3), dac, 300));
  }
}

TEST_CASE("compat: unloaded while it plays it is dark after the hold time", "[plugins]") {
  constexpr std::size_t kHeld = 30'000 / 2;
  for (const std::string& dac : kInterfaces) {
    CAPTURE(dac);
    const AllowLeaks allowed;
    PlayingHost host(dac, "unloads", "plugins.hold_ms = 500");
    REQUIRE(host.awaits_lit(1, 1));
    host.signal("playing");
    // Longer than the hold time, so that no more lit samples can follow.
    REQUIRE(host.projector.awaits([&] { return host.projector.dark_at_end() > kHeld; }));
    host.signal("dark");
    host.ended();
    const std::size_t lit = host.lit(1).size();
    CHECK(lit > 300);
    CHECK(lit <= kHeld + 300);
  }
}

TEST_CASE("compat: it can be closed, unloaded and loaded again", "[plugins]") {
  for (const std::string& dac : kInterfaces) {
    CAPTURE(dac);
    PlayingHost host(dac, "closes_and_unloads");
    host.ended();
  }
}

TEST_CASE("compat: a host that ends while it plays does not hang", "[plugins]") {
  for (const std::string& dac : kInterfaces) {
    CAPTURE(dac);
    const AllowLeaks allowed;
    PlayingHost host(dac, "returns_while_playing", kLongHold);
    REQUIRE(host.awaits_lit(1, 1));
    host.signal("playing");
    host.ended();
  }
}

TEST_CASE("compat: a host that ends while it plays leaves it dark and closed", "[plugins]") {
#ifdef _WIN32
  constexpr int kTries = 20;  // not dark if the process ends during a tick
#else
  constexpr int kTries = 1;
#endif
  for (const std::string& dac : kInterfaces) {
    CAPTURE(dac);
    bool is_so = false;
    for (int i = 0; i < kTries && !is_so; ++i) is_so = ends_dark_and_closed(dac);
    CHECK(is_so);
  }
}

// The file name of the library selects the meaning of OLSC_GetStatus(), and the units.
TEST_CASE(
    "compat: all ways in which LaserShowGen and LFI Player poll get all frames to the projector as they are",
    "[plugins]") {
  const auto has_all = [](const PlayingHost& host, int frame) { return host.lit(frame).size() >= 500; };
  const auto play = [&](const std::string& library, const std::string& dac, const std::string& calls) {
    CAPTURE(library);
    std::vector<int> incomplete;
    for (int tries = 0; tries < 5; ++tries) {  // on a busy machine the receiver may lose datagrams
      PlayingHost host(dac, calls, kLongHold, library);
      REQUIRE(host.awaits_lit(20, 500));
      host.signal("all");
      CHECK(host.ended() == "20 of 20\n");
      incomplete.clear();
      for (int frame = 1; frame <= 20; ++frame) {
        CAPTURE(frame);
        CHECK(is_frame(host.lit(frame), dac, 500));
        if (!has_all(host, frame)) incomplete.push_back(frame);
      }
      if (incomplete.empty()) break;
    }
    CHECK(incomplete.empty());
  };
  play("OLSD" IDN_SUFFIX, "OLSC", "polls_for_even");
  play("OLSC_Easylase" IDN_SUFFIX, "OLSC signed", "polls_for_success");
  play("OLSC_EzAudDac" IDN_SUFFIX, "OLSC signed", "polls_for_success");
  play("EzAudDac" IDN_SUFFIX, "EzAudDac", "polls_while_zero");
}

TEST_CASE("compat: OLSC_Initialize returns the number of devices, as hosts take it", "[plugins]") {
  PlayingHost host("OLSC", "calls", "[[projector]]\nname = \"Other\"\ntarget = \"127.0.0.1:9\"");
  CHECK(host.ended().find("close 0\nopen 2\nopen: ") != std::string::npos);
}
