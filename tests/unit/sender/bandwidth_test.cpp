// SPDX-License-Identifier: MIT
#include "sender/bandwidth.hpp"

#include "idn/picture/sequence.hpp"
#include "support/catch.hpp"
#include "support/near.hpp"

using namespace idn;
using namespace idn::sender;

namespace {

StreamPlan plan_of(const StreamOptions& options) {
  StreamPlan plan;
  plan.options = options;
  return plan;
}

}  // namespace

TEST_CASE("a datagram takes its octets, its headers, and those of Ethernet for each fragment", "[sender]") {
  // By IEEE 802.3: preamble 8, addresses and type 14, 46 octets of content at least, checksum 4, gap 12.
  CHECK(ethernet_octets(0) == 84);
  CHECK(ethernet_octets(18) == 84);
  CHECK(ethernet_octets(19) == 85);
  CHECK(ethernet_octets(1472) == 1538);
  CHECK(ethernet_octets(1473) == 1538 + 84);
  CHECK(ip_packets(1472) == 1);
  CHECK(ip_packets(1473) == 2);
  CHECK(ip_packets(65'284) == 45);
}

TEST_CASE("what a wave takes follows from its samples and the configuration every 200 ms", "[sender]") {
  const StreamLoad load = load_of(plan_of({.projector = "Left", .rate = 100'000}));
  CHECK(load.projector == "Left");
  CHECK(load.datagrams == test::Near{1000});
  CHECK(load.packets == test::Near{1000});
  // 16 octets of headers and 100 samples of 8 octets; the configuration of xyrgbi has 4 and 16.
  CHECK(load.octets == test::Near{1000 * (66 + 816) + 5 * 20});
  CHECK_FALSE(load.is_limit);
}

TEST_CASE("a datagram above the MTU counts with all of its fragments", "[sender]") {
  const StreamLoad load = load_of(plan_of({.rate = 100'000, .samples_per_packet = 500, .mtu = 65'000}));
  CHECK(load.datagrams == test::Near{200});
  CHECK(load.packets == test::Near{600});
  CHECK(load.octets == test::Near{200 * (8 + 4016 + 3 * 58) + 5 * 20});
}

TEST_CASE("frames take what their pictures have, or as much as there can be", "[sender]") {
  StreamPlan plan = plan_of({.mode = StreamMode::Frame, .fps = 25});
  plan.samples_per_picture = 100;
  const StreamLoad load = load_of(plan);
  CHECK(load.octets == test::Near{25 * (66 + 816) + 5 * 20});
  CHECK_FALSE(load.is_limit);
  plan.samples_per_picture.reset();
  const StreamLoad most = load_of(plan);
  CHECK(most.is_limit);
  CHECK(most.octets > 25 * 200'000);
  CHECK(most.octets < 25 * 210'000);
}

TEST_CASE("the plan tells the share of a link, how many more fit, and how long a burst takes", "[sender]") {
  const StreamLoad load{
      .projector = "Left", .datagrams = 1000, .packets = 1000, .octets = 1'000'000, .burst = 1250};
  const std::string text = bandwidth_text({load, load}, {{.mbit = 100}, {.mbit = 10, .interface = "eth0"}});
  CAPTURE(text);
  CHECK(text.find("2 together                            2000.0      2000.0    16.000\n") != std::string::npos);
  CHECK(text.find("100 Mbit/s: 16.0 %, room for 10 more such streams; all at one moment take 200 us\n") !=
        std::string::npos);
  CHECK(text.find("10 Mbit/s (eth0): 160.0 %, too much; all at one moment take 2000 us\n") !=
        std::string::npos);
}
