// SPDX-License-Identifier: MIT
#include "plugins/jack/options.hpp"

#include "support/catch.hpp"

using namespace idn;

namespace {

plugins::Settings two_projectors() {
  plugins::Settings settings;
  settings.defaults.rate = 25'000;
  settings.outputs = {{.target = "10.0.0.1", .name = "Left", .settings = {}},
                      {.target = "10.0.0.2", .name = "Right", .settings = {}}};
  return settings;
}

}  // namespace

TEST_CASE("jack: the device is the one that is named, in the settings or on the network, else the first",
          "[jack]") {
  const auto target_of = [](const std::string& name) {
    const auto settings = jack::with_one_device(two_projectors(), name);
    REQUIRE(settings.outputs.size() == 1);
    return settings.outputs[0].target;
  };
  CHECK(target_of("") == "10.0.0.1");
  CHECK(target_of("Right") == "10.0.0.2");
  CHECK(target_of("10.0.0.2") == "10.0.0.2");
  CHECK(target_of("10.0.0.3") == "10.0.0.3");
  CHECK(jack::with_one_device(two_projectors(), "10.0.0.3").outputs[0].settings.rate == 25'000);
  CHECK(jack::with_one_device({}, "").outputs.empty());
}
