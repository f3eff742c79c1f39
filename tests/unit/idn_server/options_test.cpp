// SPDX-License-Identifier: MIT
#include "idn_server/options.hpp"

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
  CHECK(options.port == 7255);
  CHECK(options.address == 0);
  CHECK_FALSE(options.name.empty());
  CHECK(options.record.empty());
  CHECK_FALSE(options.duration);
  REQUIRE(options.services.size() == 1);
  CHECK(options.services[0].service_id == 1);
  CHECK(options.services[0].type == wire::ServiceType::LaserProjector);
  CHECK(options.services[0].is_default());
}

TEST_CASE("all options arrive", "[server]") {
  const Options options = parsed({"--port", "0", "--bind", "192.168.1.50", "--name", "Beam", "--record",
                                  "a.pcap", "--duration", "250ms", "--json", "--quiet"});
  CHECK(options.port == 0);
  CHECK(options.address == 0xC0A80132);
  CHECK(options.name == "Beam");
  CHECK(options.record == "a.pcap");
  CHECK(options.duration == std::chrono::milliseconds(250));
  CHECK(options.json);
  CHECK(options.quiet);
}

TEST_CASE("the first service of each type is its default", "[server]") {
  const Options options = parsed({"--service", "9:laser:Left", "--service", "2:laser", "--service", "5:dmx"});
  REQUIRE(options.services.size() == 3);
  CHECK(options.services[0].name.view() == "Left");
  CHECK(options.services[0].is_default());
  CHECK(options.services[1].name.view() == "laser 2");
  CHECK_FALSE(options.services[1].is_default());
  CHECK(options.services[2].type == wire::ServiceType::Dmx512);
  CHECK(options.services[2].is_default());
}

TEST_CASE("a service is ID, type and perhaps a name", "[server]") {
  CHECK(parse_service("255:audio:Sub:woofer")->name.view() == "Sub:woofer");
  CHECK(parse_service("255:audio")->service_id == 255);
  for (const auto* text :
       {"", "1", "laser", "0:laser", "256:laser", "-1:laser", "1x:laser", "1:beam", ":laser", "1:"}) {
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
                                                 {"--service", "1:laser", "--service", "1:dmx"},
                                                 {"--duration", "0"},
                                                 {"--duration", "soon"},
                                                 {"--unknown"},
                                                 {"surplus"}}));
  const auto result = parse(arguments);
  REQUIRE(std::holds_alternative<int>(result));
  CHECK(std::get<int>(result) == 2);
}

}  // namespace
}  // namespace idn::server
