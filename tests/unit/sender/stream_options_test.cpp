// SPDX-License-Identifier: MIT
#include "sender/stream_options.hpp"

#include <vector>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "sender/command/commands.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender;
using namespace std::chrono_literals;

namespace {

std::string refusal(const StreamOptions& options) {
  try {
    device_options(options);
    return "accepted";
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kUsage);
    return failure.what();
  }
}

}  // namespace

TEST_CASE("a duration holds one sample at least", "[sender]") {
  CHECK(refusal({.rate = 100'000, .duration = 9us}).find("shorter than one sample") != std::string::npos);
  CHECK(refusal({.rate = 100'000, .duration = 10us}) == "accepted");
}

TEST_CASE("30 000 samples per second, in datagrams of 1 ms at any rate", "[sender]") {
  CHECK(device_options({}).rate == 30'000);
  const auto samples = [](const StreamOptions& options) { return device_options(options).datagrams.samples; };
  CHECK(samples({}) == 30);
  CHECK(samples({.rate = 100'000}) == 100);
  CHECK(samples({.rate = 44'100}) == 44);
  CHECK(samples({.rate = 1'000}) == 20);     // the specification's least
  CHECK(samples({.rate = 800'000}) == 177);  // as many as fit
  CHECK(samples({.rate = 1'000'000, .mtu = 9000}) == 1000);
  CHECK(samples({.rate = 100'000, .samples_per_packet = 50}) == 50);
}

TEST_CASE("each format has a packet size at every rate, by default", "[sender]") {
  for (const auto format : wire::kSampleFormats)
    for (const unsigned rate : {200, 30'000, 100'000, 345'000, 350'000, 500'000, 886'000, 1'000'000}) {
      CAPTURE(to_string(format), rate);
      CHECK(refusal({.rate = rate, .format = format}) == "accepted");
    }
}

TEST_CASE("a time to the light chooses queue and datagrams", "[sender]") {
  const auto options = device_options({.rate = 100'000, .end_to_end = 10ms});
  CHECK(options.latency == 4ms);
  CHECK(options.datagrams.samples == 50);
  CHECK(refusal({.latency = 5ms, .end_to_end = 10ms}).find("--end-to-end chooses --latency") == 0);
  CHECK(refusal({.samples_per_packet = 40, .end_to_end = 10ms}).find("--end-to-end chooses") == 0);
  CHECK(refusal({.mode = StreamMode::Frame, .end_to_end = 10ms})
            .find("--latency and --end-to-end are for waves") == 0);
}

TEST_CASE("refused packet sizes come with the range that works", "[sender]") {
  CHECK(refusal({}) == "accepted");
  CHECK(refusal({.samples_per_packet = 300}).find("20 to 177 samples of xyrgbi") != std::string::npos);
  CHECK(refusal({.rate = 500'000, .samples_per_packet = 50}).find("100 to 177") != std::string::npos);
  CHECK(refusal({.rate = 500, .samples_per_packet = 100}).find("20 to 50") != std::string::npos);
  CHECK(refusal({.rate = 100}).find("no packet size suits") != std::string::npos);
  CHECK(refusal({.samples_per_packet = 300, .mtu = 9000}) == "accepted");
  CHECK(refusal({.tick = 1us}).find("--tick") != std::string::npos);
}

TEST_CASE("what may wait is a time that datagrams and ticks fit into", "[sender]") {
  CHECK(device_options({}).latency == 80ms);
  CHECK(device_options({.latency = 5ms}).latency == 5ms);
  CHECK(device_options({.usual_latency = 20ms}).latency == 20ms);
  CHECK(device_options({.tick = 50ms}).latency == 100ms);
  CHECK(refusal({.latency = 999us}) == "--latency: give a time from 1ms to 2s");
  CHECK(refusal({.latency = 2001ms}) == "--latency: give a time from 1ms to 2s");
  CHECK(refusal({.tick = 10ms, .latency = 20ms}) == "accepted");
  CHECK(refusal({.tick = 10ms, .latency = 19ms}) ==
        "--latency 19ms is shorter than two ticks; give 20ms or more, or a shorter --tick");
  CHECK(refusal({.mode = StreamMode::Frame, .latency = 5ms}).find("--latency and --end-to-end are for waves") ==
        0);
  CHECK(longest_wait({.rate = 30'000, .latency = 20ms}) == 600);
  CHECK(longest_wait({.rate = 30'000, .samples_per_packet = 100, .latency = 5ms}) == 200);  // two datagrams
}

TEST_CASE("what may wait can follow from a share of incomplete datagrams", "[sender]") {
  const auto parsed = [](const std::string& text) {
    auto options = std::make_shared<StreamOptions>();
    cli::Program program("stream", "", cli::Help::None);
    add_stream_options(program, *options);
    program.parse_line("here", "--latency " + text);
    return *options;
  };
  CHECK(parsed("5ms").latency == 5ms);
  CHECK(parsed("5ms").underrun_probability == 0);
  CHECK(parsed("auto").underrun_probability == 1e-4);
  CHECK(parsed("auto:0.001").underrun_probability == 1e-3);
  CHECK(parsed("auto").latency == 0ms);
  for (const char* const text :
       {"autos", "auto:", "auto:0", "auto:1", "auto:1e-7", "auto:nan", "0ms", "-5ms", "soon"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parsed(text), cli::Failure);
  }
  CHECK(device_options(parsed("auto")).latency == 250ms);
  CHECK(device_options(parsed("auto")).underrun_probability == 1e-4);
  CHECK(refusal({.mode = StreamMode::Frame, .underrun_probability = 1e-4})
            .find("--latency and --end-to-end are for waves") == 0);
}

TEST_CASE("following is for waves", "[sender]") {
  CHECK(refusal({.follow = true}) == "accepted");
  CHECK(device_options({.follow = true}).follow_clock);
  CHECK_FALSE(device_options({}).follow_clock);
  CHECK(refusal({.mode = StreamMode::Frame, .follow = true}).find("--follow is for waves") == 0);
}

TEST_CASE("the frame rate of a pattern is for frames", "[sender]") {
  const auto parsed = [](std::vector<const char*> words) {
    cli::Program app("idn_sender", "");
    add_pattern(app, {.on_chosen = [](const auto&, const auto&) {}});
    words.insert(words.begin(), {"idn_sender", "pattern", "circle"});
    return app.parse(static_cast<int>(words.size()), words.data());
  };
  CHECK_FALSE(parsed({}));
  CHECK_FALSE(parsed({"--mode", "frame", "--fps", "30"}));
  CHECK(parsed({"--fps", "30"}) == cli::kUsage);
}

TEST_CASE("the ranges named are the ranges taken", "[sender]") {
  for (const std::uint64_t rate : {200ull, 999ull, 44'100ull, 100'000ull, 333'333ull, 1'000'000ull}) {
    CAPTURE(rate);
    const auto refused = [rate](std::uint64_t samples) {
      return refusal({.rate = rate, .samples_per_packet = samples, .format = wire::SampleFormat::Xyrgb});
    };
    const std::string text = refused(1);
    unsigned long long least = 0, most = 0;
    REQUIRE(std::sscanf(text.c_str() + text.find(": ") + 2, "%llu to %llu", &least, &most) == 2);
    CHECK(refused(least) == "accepted");
    CHECK(refused(most) == "accepted");
    CHECK(refused(least - 1) != "accepted");
    CHECK(refused(most + 1) != "accepted");
  }
}
