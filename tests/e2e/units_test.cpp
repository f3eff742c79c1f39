// SPDX-License-Identifier: MIT
// idn_server with several units, run as a program.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <fstream>

#include "e2e/server_process.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn::test;

namespace {

constexpr char kTwoUnits[] = R"([[unit]]
name = "Left"
bind = "127.0.0.1"
port = 0
[[unit]]
name = "Right"
bind = "127.0.0.1"
port = 0
max_sessions = 1
[[unit.service]]
id = 7
type = "laser"
)";

/// Path of a file units.toml with this content, written to `folder`.
std::string written(const TemporaryFolder& folder, const std::string& content) {
  const std::string path = folder / "units.toml";
  std::ofstream(path) << content;
  return path;
}

Finished stream_to(const std::string& target, const std::string& rate) {
  return run({IDN_SENDER, "pattern", "circle", "-d", "200ms", "--rate", rate, "--json", "--target", target});
}

}  // namespace

TEST_CASE("two services of one unit play at the same time, each its own stream", "[e2e]") {
  TemporaryFolder folder;
  ServerProcess server({"--config", written(folder, R"([[unit]]
name = "Both"
bind = "127.0.0.1"
port = 0
[[unit.service]]
id = 1
type = "laser"
[[unit.service]]
id = 2
type = "laser"
)")});
  REQUIRE(eventually([&] { return !server.events("start").empty(); }));
  const std::string show = folder / "show.txt";
  std::ofstream(show) << "pattern circle -d 300ms --rate 30k --target " << server.target(0) << "/1\n"
                      << "pattern dot -d 300ms --rate 60k --target " << server.target(0) << "/2\n";
  const auto sent = run({IDN_SENDER, "show", show});
  INFO(sent.output << sent.errors);
  CHECK(sent.code == 0);  // both streams are played, by the acknowledges
  const auto [code, summary] = server.finish();
  CHECK(code == 0);
  CHECK(summary["total"]["streams"] == 2);
  CHECK(summary["total"]["lost"] == 0);
  CHECK(summary["total"]["samples"].get<int>() > 26'000);
}

TEST_CASE("one process serves two units, each with its own streams, sessions and ID", "[e2e]") {
  TemporaryFolder folder;
  ServerProcess server({"--config", written(folder, kTwoUnits)});
  REQUIRE(eventually([&] { return server.events("start").size() == 2; }));
  Process holder({IDN_SENDER, "pattern", "dot", "--target", server.target(1)});
  REQUIRE(eventually([&] { return !server.events("stream_started").empty(); }));
  CHECK(stream_to(server.target(0), "100k").code == 0);
  CHECK(stream_to(server.target(1), "30k").code == 1);  // the only session is in use
  const auto [code, summary] = server.finish();
  INFO(summary.dump());
  CHECK(code == 0);

  REQUIRE(summary["units"].size() == 2);
  const auto& left = summary["units"][0];
  const auto& right = summary["units"][1];
  CHECK(left["name"] == "Left");
  CHECK(right["name"] == "Right");
  CHECK(left["unit_id"] != right["unit_id"]);
  CHECK(left["total"]["samples"] == 20'100 + 20'000);  // 200 ms dark before the close
  CHECK(left["traffic"]["refused"] == 0);
  CHECK(right["total"]["streams"] == 1);
  CHECK(right["traffic"]["refused"].get<int>() > 0);
  CHECK(summary["traffic"]["refused"] == right["traffic"]["refused"]);
  for (const auto& stream : summary["streams"])
    CHECK(stream["service_id"] == (stream["unit"] == "Left" ? 1 : 7));
}

TEST_CASE("the skew of units is that of their light", "[e2e]") {
  TemporaryFolder folder;
  ServerProcess server({"--config", written(folder, R"([[unit]]
name = "True"
bind = "127.0.0.1"
port = 0
[[unit]]
name = "Slow"
bind = "127.0.0.1"
port = 0
clock_ppm = -2000
)")});
  REQUIRE(eventually([&] { return server.events("start").size() == 2; }));
  const std::string show = folder / "show.txt";
  std::ofstream(show) << "pattern circle --target " << server.target(0) << "\n"
                      << "pattern circle --target " << server.target(1) << "\n";
  CHECK(run({IDN_SENDER, "show", show, "--duration", "3500ms"}).code == 0);
  const auto [code, summary] = server.finish();
  CHECK(code == 0);
  const auto& skew = summary["skew"];
  INFO(skew.dump());
  CHECK(skew["start"]["count"] == 1);
  CHECK(skew["start"]["streams"] == 2);
  CHECK(skew["running"]["count"].get<int>() >= 3);
  // From the middle of the first second to that of the third at least.
  CHECK(skew["running"]["spread_max_us"].get<double>() > 3000);
}

TEST_CASE("levels of DMX512 and audio are in the JSON of the server", "[e2e]") {
  using boost::asio::ip::udp;
  const auto stream_of = [](const char* service, const std::string& vector) {
    ServerProcess server({"--bind", "127.0.0.1", "--port", "0", "--service", service});
    boost::asio::io_context context;
    udp::socket socket(context, udp::v4());
    socket.send_to(
        boost::asio::buffer(vector_file("idn/" + vector + ".hex")),
        {boost::asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(std::stoi(server.port()))});
    REQUIRE(eventually([&] { return !server.events("stream_started").empty(); }));
    const auto summary = server.finish().summary;
    INFO(summary.dump());
    REQUIRE(summary["streams"].size() == 1);
    return summary["streams"][0];
  };
  const auto dmx = stream_of("5:dmx", "28-dmx-discrete-dimmer-levels");
  CHECK(dmx["dmx"]["updates"] == 1);
  CHECK(dmx["dmx"]["slots"][0]["base"] == 1);
  CHECK(dmx["dmx"]["slots"][0]["last"] == nlohmann::json{0xFF, 0x80, 0x40});
  CHECK(dmx["dmx"]["slots"][1]["base"] == 101);
  CHECK(dmx["audio_channels"].is_null());
  const auto audio = stream_of("9:audio", "30-audio-open");
  CHECK(audio["dmx"].is_null());
  REQUIRE(audio["audio_channels"].size() == 2);
  CHECK(audio["audio_channels"][1]["bits"] == 16);
  CHECK(audio["audio_channels"][1]["peak_dbfs"].is_number());
}

TEST_CASE("two servers of one name have two unit IDs, and each keeps its own", "[e2e]") {
  TemporaryFolder folder;
  const std::vector<std::string> command{IDN_SERVER, "--port", "0",      "--bind",  "127.0.0.1",
                                         "--name",   "Beam",   "--json", "--state", folder / "state"};
  const auto id_of = [](const Process& server) {
    const std::string output = server.output();
    const auto line = output.substr(0, output.find('\n'));
    return line.size() < output.size() ? nlohmann::json::parse(line)["unit_id"].get<std::string>() : "";
  };
  const auto started = [&](const Process& server) {
    return eventually([&] { return !id_of(server).empty(); });
  };
  std::string first_id;
  {
    Process first(command);
    REQUIRE(started(first));
    Process second(command);
    REQUIRE(started(second));
    first_id = id_of(first);
    CHECK(id_of(second) != first_id);
  }
  Process again(command);
  REQUIRE(started(again));
  CHECK(id_of(again) == first_id);
}

TEST_CASE("a mistake in the file of units gets one line with its place", "[e2e]") {
  TemporaryFolder folder;
  const auto done = run({IDN_SERVER, "--config", written(folder, "[[unit]]\nname = \"A\"\nprot = 7255\n")});
  CHECK(done.code == 2);
  CHECK(done.errors.find("units.toml:3:1: prot is not a key here") != std::string::npos);
  CHECK(std::ranges::count(done.errors, '\n') == 1);
}

#ifdef IDN_LOAD
TEST_CASE("many sessions at once and hostile datagrams beside a good stream cost nothing", "[e2e]") {
  const auto load = GENERATE(values<std::vector<std::string>>(
      {{"sessions", "--sessions", "16"}, {"flood", "--rate", "20k", "--seed", "7"}}));
  std::vector<std::string> command{IDN_LOAD};
  command.insert(command.end(), load.begin(), load.end());
  command.insert(command.end(), {"--duration", "2s"});
  const auto done = run(command);
  INFO(done.output << done.errors);
  CHECK(done.code == 0);
}
#endif
