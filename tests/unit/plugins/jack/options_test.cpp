// SPDX-License-Identifier: MIT
#include "plugins/jack/options.hpp"

#include "support/catch.hpp"

using namespace idn;

namespace {

Venue two_projectors() {
  Venue venue;
  venue.defaults.rate = 25'000;
  venue.projectors = {{.target = "10.0.0.1", .name = "Left", .settings = {}},
                      {.target = "10.0.0.2", .name = "Right", .settings = {}}};
  return venue;
}

}  // namespace

TEST_CASE("jack: the projector is the one that is named, in the venue or on the network, else the first",
          "[jack]") {
  const auto target_of = [](const std::string& name) {
    const auto venue = jack::with_one_projector(two_projectors(), name);
    REQUIRE(venue.projectors.size() == 1);
    return venue.projectors[0].target;
  };
  CHECK(target_of("") == "10.0.0.1");
  CHECK(target_of("Right") == "10.0.0.2");
  CHECK(target_of("10.0.0.2") == "10.0.0.2");
  CHECK(target_of("10.0.0.3") == "10.0.0.3");
  CHECK(jack::with_one_projector(two_projectors(), "10.0.0.3").projectors[0].settings.rate == 25'000);
  CHECK(jack::with_one_projector({}, "").projectors.empty());
}
