// SPDX-License-Identifier: MIT
#include "idn_server/options.hpp"

#include "cli/failure.hpp"
#include "support/catch.hpp"

namespace idn::server {
namespace {

std::variant<Options, int> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "idn_server");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

Options parsed(const std::vector<const char*>& arguments) {
  const auto result = parse(arguments);
  REQUIRE(std::holds_alternative<Options>(result));
  return std::get<Options>(result);
}

TEST_CASE("without options the server is one laser projector on the port of IDN", "[server]") {
  const Options options = parsed({});
  CHECK(options.record.path.empty());
  CHECK_FALSE(options.metrics);
  CHECK_FALSE(options.faults);
  CHECK(options.config.empty());
  CHECK_FALSE(options.duration);
  REQUIRE(options.units.size() == 1);
  const UnitOptions& unit = options.units[0];
  CHECK(unit.port == 7255);
  CHECK(unit.address == 0);
  CHECK_FALSE(unit.name.empty());
  CHECK_FALSE(unit.unit_id);
  CHECK(unit.allow.empty());
  REQUIRE(unit.services.size() == 1);
  CHECK(unit.services[0].service_id == 1);
  CHECK(unit.services[0].type == wire::ServiceType::LaserProjector);
  CHECK(unit.services[0].is_default());
}

TEST_CASE("all options arrive", "[server]") {
  const Options options =
      parsed({"--port",          "0",       "--bind",     "192.168.1.50", "--name",      "Beam",    "--unit-id",
              "01-0242AC110A05", "--allow", "10.0.0.0/8", "--allow",      "192.168.1.7", "--state", "here",
              "--record",        "a.pcap",  "--duration", "250ms",        "--json",      "--quiet"});
  REQUIRE(options.units.size() == 1);
  const UnitOptions& unit = options.units[0];
  CHECK(unit.port == 0);
  CHECK(unit.address == 0xC0A80132);
  CHECK(unit.name == "Beam");
  CHECK(unit.unit_id == wire::UnitId::eui48({0x02, 0x42, 0xAC, 0x11, 0x0A, 0x05}));
  CHECK(unit.allow == std::vector<Subnet>{Subnet::ipv4(0x0A000000, 8), Subnet::ipv4(0xC0A80107, 32)});
  CHECK(options.state == "here");
  CHECK(options.record.path == "a.pcap");
  CHECK(options.duration == std::chrono::milliseconds(250));
  CHECK(options.json);
  CHECK(options.quiet);
}

TEST_CASE("late datagrams are dropped unless they are to be played, by an output that does not adapt",
          "[server]") {
  CHECK(parsed({}).units.at(0).output.late == analysis::LateDatagramPolicy::Drop);
  CHECK(parsed({"--late", "play"}).units.at(0).output.late == analysis::LateDatagramPolicy::Play);
  CHECK(std::get<int>(parse({"--late", "play", "--adaptive"})) == cli::kUsage);
  CHECK(std::get<int>(parse({"--late", "keep"})) == cli::kUsage);
}

TEST_CASE("a buffer is a time, or as long as an underrun probability takes", "[server]") {
  const auto output_of = [](const char* text) { return parsed({"--buffer", text}).units.at(0).output; };
  CHECK(output_of("25ms").underrun_probability == 0);
  CHECK(output_of("auto").playout().underrun_probability == 1e-4);
  CHECK(output_of("auto:0.001").playout().underrun_probability == 1e-3);
  CHECK(output_of("auto:2e-5").buffer == std::chrono::milliseconds(40));
  for (const auto* text :
       {"auto:", "auto:0", "auto:1", "auto:nan", "auto:-1e-4", "auto:1e-7", "auto1e-4", "automatic"})
    CHECK(std::get<int>(parse({"--buffer", text})) == cli::kUsage);
  CHECK(std::get<int>(parse({"--buffer", "auto", "--adaptive"})) == cli::kUsage);
  CHECK(std::get<int>(parse({"--buffer", "auto", "--late", "play"})) == cli::kUsage);
}

TEST_CASE("outputs, recording, metrics and faults are chosen by options", "[server]") {
  const Options options = parsed({"--buffer",   "25ms",
                                  "--adaptive", "--clock-ppm",
                                  "-37.5",      "--max-rate",
                                  "52k",        "--record",
                                  "a",          "--rotate-size",
                                  "100M",       "--rotate-every",
                                  "10m",        "--fsync",
                                  "second",     "--metrics",
                                  "9464",       "--loss",
                                  "5%",         "--burst-loss",
                                  "1",          "--burst-length",
                                  "4",          "--delay",
                                  "10ms",       "--jitter",
                                  "5ms",        "--silence",
                                  "10s:300ms",  "--silence",
                                  "20s:1s:60s", "--link-flap",
                                  "5s:100ms",   "--acknowledge-result",
                                  "0xEC",       "--seed",
                                  "7"});
  const DacOptions& output = options.units.at(0).output;
  CHECK(output.playout().target_latency == std::chrono::milliseconds(25));
  CHECK(output.playout().is_adaptive);
  CHECK(output.playout().clock_error_ppb == -37'500);
  CHECK(output.max_rate == 52'000);
  CHECK(options.record.rotate_size == 100'000'000);
  CHECK(options.record.rotate_every == std::chrono::minutes(10));
  CHECK(options.record.sync == cli::SyncPolicy::Second);
  CHECK(options.metrics == Endpoint::ipv4(0x7F000001, 9464));
  REQUIRE(options.faults);
  CHECK(options.faults->seed == 7);
  const DirectionPlan& arriving = options.faults->arriving;
  CHECK(arriving.loss == 0.05);
  CHECK(arriving.burst_loss == 0.01);
  CHECK(arriving.burst_length == 4);
  CHECK(arriving.delay == std::chrono::milliseconds(10));
  REQUIRE(arriving.silences.size() == 3);
  CHECK(arriving.silences[1].every == std::chrono::minutes(1));
  CHECK(options.faults->answered.silences.size() == 1);
  CHECK(options.faults->answered.acknowledge_result == std::uint8_t{0xEC});
}

TEST_CASE("the first service of each type is its default", "[server]") {
  const auto services =
      parsed({"--service", "9:laser:Left", "--service", "2:laser", "--service", "5:dmx"}).units.at(0).services;
  REQUIRE(services.size() == 3);
  CHECK(services[0].name.view() == "Left");
  CHECK(services[0].is_default());
  CHECK(services[1].name.view() == "laser 2");
  CHECK_FALSE(services[1].is_default());
  CHECK(services[2].type == wire::ServiceType::Dmx512);
  CHECK(services[2].is_default());
}

TEST_CASE("a service is ID, type and perhaps a name", "[server]") {
  CHECK(parse_service("255:audio:Sub:woofer")->name.view() == "Sub:woofer");
  CHECK(parse_service("255:audio")->service_id == 255);
  CHECK(parse_service("1:129")->type == static_cast<wire::ServiceType>(0x81));
  CHECK(parse_service("1:0x81")->type == static_cast<wire::ServiceType>(0x81));
  for (const auto* text : {"", "1", "laser", "0:laser", "256:laser", "-1:laser", "1x:laser", "1:beam", ":laser",
                           "1:", "1:0", "1:256", "1:0x", "1:12x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_service(text));
  }
}

TEST_CASE("impossible options end with the exit code of usage", "[server]") {
  const auto arguments =
      GENERATE(values<std::vector<const char*>>({{"--port", "65536"},
                                                 {"--port", "x"},
                                                 {"--bind", "here"},
                                                 {"--bind", "::1"},
                                                 {"--service", "1:beam"},
                                                 {"--unit-id", "here"},
                                                 {"--allow", "10.0.0.0/33"},
                                                 {"--allow", "::1/128"},
                                                 {"--config", "units.toml", "--port", "0"},
                                                 {"--config", "units.toml", "--allow", "10.0.0.0/8"},
                                                 {"--service", "1:laser", "--service", "1:dmx"},
                                                 {"--duration", "0"},
                                                 {"--duration", "soon"},
                                                 {"--buffer", "2s"},
                                                 {"--clock-ppm", "20000"},
                                                 {"--max-rate", "0"},
                                                 {"--config", "units.toml", "--buffer", "20ms"},
                                                 {"--rotate-size", "100M"},
                                                 {"--record", "a", "--rotate-size", "1k"},
                                                 {"--record", "a", "--fsync", "often"},
                                                 {"--metrics", "here:1"},
                                                 {"--metrics", "70000"},
                                                 {"--loss", "101"},
                                                 {"--loss", "some"},
                                                 {"--silence", "10s"},
                                                 {"--silence", "10s:2s:1s"},
                                                 {"--faults", "plan.toml", "--loss", "5"},
                                                 {"--acknowledge-result", "256"},
                                                 {"--unknown"},
                                                 {"surplus"}}));
  const auto result = parse(arguments);
  REQUIRE(std::holds_alternative<int>(result));
  CHECK(std::get<int>(result) == 2);
}

}  // namespace
}  // namespace idn::server
