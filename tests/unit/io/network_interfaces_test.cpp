// SPDX-License-Identifier: MIT
#include "idn/io/find/network.hpp"

#include <algorithm>

#include "io/find/interface_list.hpp"
#include "support/catch.hpp"
#ifdef __linux__
#include "support/private_network.hpp"
#endif

namespace idn::io {
namespace {

using platform::SystemInterface;

constexpr std::uint32_t kLoopback = 0x7F000001;

SystemInterface ethernet() {
  return {.name = "eth0",
          .is_up = true,
          .has_link = true,
          .can_broadcast = true,
          .addresses = {{.address = 0xC0A80105, .netmask = 0xFFFFFF00}}};
}

InterfaceList classify(const SystemInterface& one) {
  return classify_interfaces({&one, 1});
}

TEST_CASE("the interfaces of this machine can be listed", "[io]") {
  const auto survey = survey_interfaces();
  REQUIRE(survey);
  const auto loopback = std::ranges::find(survey->usable, kLoopback, &NetworkInterface::address);
  if (loopback == survey->usable.end()) {
    WARN("skipped: this machine has no loopback interface that is up");
    return;
  }
  CHECK(loopback->is_loopback);
  CHECK_FALSE(loopback->can_broadcast);
  CHECK(loopback->netmask == 0xFF000000);
  CHECK(loopback->contains(0x7F000005));
}

#ifdef __linux__
TEST_CASE("an interface is what the system says it is", "[io][kernel]") {
  test::PrivateNetwork network;
  if (!network.exists() || !network.run("ip link add idn0 type veth peer name idn1") ||
      !network.run("ip address add 10.9.8.7/24 dev idn0") || !network.run("ip link set idn0 up")) {
    WARN("skipped: needs root, and ip(8) with interfaces of kind veth");
    return;
  }
  const auto found = platform::system_interfaces();
  REQUIRE(found);
  const auto named = [&](std::string_view name) {
    const auto one = std::ranges::find(*found, name, &SystemInterface::name);
    REQUIRE(one != found->end());
    return *one;
  };
  CHECK(named("lo").is_loopback);
  CHECK(named("lo").is_up);
  CHECK_FALSE(named("lo").can_broadcast);
  CHECK_FALSE(named("idn0").is_loopback);
  CHECK(named("idn0").is_up);
  CHECK(named("idn0").can_broadcast);
  CHECK_FALSE(named("idn0").is_wireless);
  CHECK_FALSE(named("idn1").is_up);
  REQUIRE(named("idn0").addresses.size() == 1);
  CHECK(named("idn0").addresses[0].address == 0x0A090807);
  CHECK(named("idn0").addresses[0].netmask == 0xFFFFFF00);
  CHECK(named("idn0").addresses[0].peer == 0);
}
#endif

TEST_CASE("each address of a usable interface is one way into the network", "[io]") {
  SystemInterface nic = ethernet();
  nic.addresses.push_back({.address = 0x0A000005, .netmask = 0xFF000000});
  nic.is_wireless = true;
  const auto survey = classify(nic);
  CHECK(survey.problems.empty());
  REQUIRE(survey.usable.size() == 2);
  CHECK(survey.usable[0].directed_broadcast() == 0xC0A801FF);
  CHECK(survey.usable[1].directed_broadcast() == 0x0AFFFFFF);
  CHECK(survey.usable[1].name == "eth0");
  CHECK(survey.usable[1].is_wireless);
}

TEST_CASE("an interface that a search cannot use is left out with its reason", "[io]") {
  SystemInterface nic = ethernet();
  std::string reason;
  SECTION("down") {
    nic.is_up = nic.has_link = false;
    reason = "is down";
  }
  SECTION("no address") {
    nic.addresses.clear();
    reason = "has no IPv4 address";
  }
  SECTION("unplugged") {
    nic.has_link = false;
    reason = "has no link, check the cable or the wireless network";
  }
  const auto survey = classify(nic);
  CHECK(survey.usable.empty());
  CHECK(survey.problems == std::vector<InterfaceProblem>{{"eth0", reason}});
}

TEST_CASE("an interface without broadcast is used for unicast, and that is told", "[io]") {
  SystemInterface nic = ethernet();
  nic.can_broadcast = false;
  SECTION("point to point") {
    nic.addresses = {{.address = 0x0A090001, .netmask = 0xFFFFFFFF, .peer = 0x0A090002}};
    CHECK(classify(nic).problems.at(0).reason ==
          "cannot broadcast; scan requests go to its other end 10.9.0.2 and to given addresses only");
    CHECK(classify(nic).usable.at(0).contains(0x0A090002));
  }
  SECTION("many hosts") {
    CHECK(classify(nic).problems.at(0).reason == "cannot broadcast; scan requests go to given addresses only");
  }
  CHECK(classify(nic).usable.size() == 1);
  CHECK_FALSE(classify(nic).usable[0].can_broadcast);
}

TEST_CASE("loopback needs no broadcast and is no problem", "[io]") {
  const auto survey = classify({.name = "lo",
                                .is_up = true,
                                .has_link = true,
                                .is_loopback = true,
                                .addresses = {{.address = kLoopback, .netmask = 0xFF000000}}});
  CHECK(survey.problems.empty());
  CHECK(survey.usable.size() == 1);
}

}  // namespace
}  // namespace idn::io
