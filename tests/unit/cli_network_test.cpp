// SPDX-License-Identifier: MIT
#include "cli/network.hpp"

#include "support/catch.hpp"

namespace idn::cli {
namespace {

Endpoint client(std::string_view address) {
  return Endpoint::ipv4(parse_address(address).value(), 40000);
}

TEST_CASE("a network holds the addresses that share its prefix", "[cli]") {
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

TEST_CASE("the prefix 0 holds every IPv4 address and nothing else", "[cli]") {
  const auto network = parse_network("0.0.0.0/0");
  REQUIRE(network);
  CHECK(network->contains(client("0.0.0.0")));
  CHECK(network->contains(client("255.255.255.255")));
  CHECK_FALSE(network->contains(Endpoint{}));
}

TEST_CASE("what is no network is not taken for one", "[cli]") {
  for (const auto* text : {"", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0.0/ 8",
                           "10.0.0/8", "10.0.0.256/8", "/8", "host/8", "10.0.0.0/8/8"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_network(text));
  }
}

TEST_CASE("IPv6 networks are read as well", "[cli]") {
  const auto local = parse_network("fe80::/10");
  REQUIRE(local);
  Endpoint client;
  client.address[0] = 0xFE;
  client.address[1] = 0xBF;
  CHECK(local->contains(client));
  client.address[1] = 0xC0;
  CHECK_FALSE(local->contains(client));
  CHECK(parse_network("::1")->prefix_bits == 128);
  CHECK_FALSE(parse_network("::1/129"));
}

}  // namespace
}  // namespace idn::cli
