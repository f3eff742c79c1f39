// SPDX-License-Identifier: MIT
#include "idn_server/network.hpp"

#include <vector>

#include "support/catch.hpp"

namespace idn::server {
namespace {

Endpoint client(std::string_view address) {
  return Endpoint::ipv4(parse_address(address).value(), 40000);
}

TEST_CASE("a network holds the addresses that share its prefix", "[server]") {
  struct Case {
    const char* network;
    const char* inside;
    const char* outside;
  };
  const auto c = GENERATE(values<Case>({{"10.0.0.0/8", "10.255.255.255", "11.0.0.0"},
                                        {"10.1.2.3/8", "10.0.0.0", "9.255.255.255"},
                                        {"192.168.1.128/25", "192.168.1.128", "192.168.1.127"},
                                        {"192.168.1.6/31", "192.168.1.7", "192.168.1.8"},
                                        {"192.168.1.7/32", "192.168.1.7", "192.168.1.6"},
                                        {"192.168.1.7", "192.168.1.7", "192.168.1.6"},
                                        {"128.0.0.0/1", "255.255.255.255", "127.255.255.255"}}));
  CAPTURE(c.network);
  const auto network = parse_network(c.network);
  REQUIRE(network);
  CHECK(network->contains(client(c.inside)));
  CHECK_FALSE(network->contains(client(c.outside)));
}

TEST_CASE("the prefix 0 holds every IPv4 address and nothing else", "[server]") {
  const auto network = parse_network("0.0.0.0/0");
  REQUIRE(network);
  CHECK(network->contains(client("0.0.0.0")));
  CHECK(network->contains(client("255.255.255.255")));
  CHECK_FALSE(network->contains(Endpoint{}));
}

TEST_CASE("what is no network is not taken for one", "[server]") {
  for (const auto* text : {"", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0.0/ 8",
                           "10.0.0/8", "10.0.0.256/8", "/8", "::1/8", "host/8", "10.0.0.0/8/8"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_network(text));
  }
}

TEST_CASE("without a list everybody is allowed, else whoever is in one of its networks", "[server]") {
  CHECK(is_allowed({}, client("1.2.3.4")));
  const std::vector<Network> allowed{*parse_network("10.0.0.0/8"), *parse_network("192.168.1.7")};
  CHECK(is_allowed(allowed, client("10.1.1.1")));
  CHECK(is_allowed(allowed, client("192.168.1.7")));
  CHECK_FALSE(is_allowed(allowed, client("192.168.1.8")));
}

}  // namespace
}  // namespace idn::server
