// SPDX-License-Identifier: MIT
#include "io/find/search_sockets.hpp"

#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

TEST_CASE("every answer reaches a search, not only the first of an interface", "[io]") {
  std::vector<std::vector<std::byte>> heard;
  SearchSockets sockets([&](ConstBytes bytes, std::size_t via, const Endpoint&) {
    CHECK(via == 0);
    heard.emplace_back(bytes.begin(), bytes.end());
  });
  REQUIRE_FALSE(sockets.add({.name = "lo", .address = 0x7F000001, .netmask = 0xFF000000}));
  test::LoopbackReceiver unit;
  const TimePoint give_up = monotonic_now() + test::kTestTimeout;
  for (std::size_t i = 1; i <= 3; ++i) {
    const std::vector<std::byte> octets(i, std::byte{7});
    REQUIRE_FALSE(sockets.send({.via = 0, .to = unit.endpoint(), .bytes = octets}));
    REQUIRE(unit.next() == octets);
    unit.send(octets, unit.sender());
    while (heard.size() < i && monotonic_now() < give_up) sockets.receive_until(give_up);
    REQUIRE(heard.size() == i);
    CHECK(heard.back() == octets);
  }
}

}  // namespace
}  // namespace idn::io
