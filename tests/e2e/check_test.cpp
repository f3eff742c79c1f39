// SPDX-License-Identifier: MIT
// idn_sender check and identify.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "e2e/dark_end.hpp"
#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "e2e/server_process.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::test;

namespace {

nlohmann::json verdict_of(const std::string& target, int code) {
  const auto done = run({kSender, "check", target, "-d", "1500ms", "--json"});
  CAPTURE(done.output, done.errors);
  CHECK(done.code == code);
  CHECK(std::ranges::count(done.output, '\n') == 1);
  return nlohmann::json::parse(done.output);
}

std::vector<LaserSample> samples_in(UdpSink& sink) {
  sink.drain();
  std::vector<LaserSample> all;
  for (const auto& datagram : sink.datagrams)
    for (const LaserSample& sample : samples_of(datagram)) all.push_back(sample);
  return all;
}

bool is_lit(const LaserSample& sample) {
  return sample.r > 0 || sample.g > 0 || sample.b > 0;
}

}  // namespace

TEST_CASE("a check says that a projector is ready, by its answers", "[e2e]") {
  // A buffer beside which no wake-up of a busy machine is late.
  ServerProcess server({"--buffer", "900ms", "--name", "Left"});
  const auto verdict = verdict_of(server.target(), 0);
  CHECK(verdict["verdict"] == "READY");
  CHECK(verdict["receiver_latency_us"] > 500'000);
  CHECK(verdict["acks_received"] > 0);
  CHECK(verdict["gaps_reported"] == false);
  server.finish();
}

TEST_CASE("a check lights nothing, and says what is wrong", "[e2e]") {
  UdpSink sink;
  const auto verdict = verdict_of(sink.address(), 1);
  CHECK(verdict["verdict"] == "NO ANSWER");
  const auto samples = samples_in(sink);
  CHECK(samples.size() > 10'000);
  CHECK(std::ranges::none_of(samples, is_lit));
  CHECK(verdict_of("01-0123456789AB", 1)["verdict"] == "NO ANSWER");
}

TEST_CASE("a projector that is dimmed by the venue file is identified dimmer still", "[e2e]") {
  TemporaryFolder folder;
  UdpSink sink;
  std::ofstream(folder / "venue.toml")
      << "brightness = 0.25\n[[projector]]\nname = \"Left\"\ntarget = \"" << sink.address() << "\"\n";
  REQUIRE(run({kSender, "identify", "--venue", folder / "venue.toml", "-d", "100ms", "--json"}).code == 0);
  const auto samples = samples_in(sink);
  REQUIRE(std::ranges::any_of(samples, is_lit));
  CHECK(
      std::ranges::all_of(samples, [](const LaserSample& s) { return s.g <= 1'700 && s.r == 0 && s.b == 0; }));
}

TEST_CASE("projectors are identified by dim circles in colours of their own", "[e2e]") {
  UdpSink green, red;
  const auto done = run({kSender, "identify", green.address(), red.address(), "-d", "300ms", "--json"});
  CAPTURE(done.errors);
  REQUIRE(done.code == 0);
  const auto check_all = [](UdpSink& sink, auto colour_of, auto others_of) {
    const auto samples = samples_in(sink);
    REQUIRE(std::ranges::any_of(samples, is_lit));
    for (const LaserSample& sample : samples) {
      CHECK((colour_of(sample) <= 6'700 && others_of(sample) == 0));
      CHECK((std::abs(sample.x) <= 6'700 && std::abs(sample.y) <= 6'700));
    }
    check_dark_end(sink);
  };
  check_all(green, [](const LaserSample& s) { return s.g; }, [](const LaserSample& s) { return s.r + s.b; });
  check_all(red, [](const LaserSample& s) { return s.r; }, [](const LaserSample& s) { return s.g + s.b; });
}
