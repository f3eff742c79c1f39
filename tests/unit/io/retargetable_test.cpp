// SPDX-License-Identifier: MIT
#include "idn/io/retargetable.hpp"

#include <thread>

#include "support/catch.hpp"

using namespace idn;
using io::EndpointMailbox;

TEST_CASE("an endpoint is taken once, and the newest one counts", "[io]") {
  EndpointMailbox mailbox;
  CHECK_FALSE(mailbox.take());
  for (const Endpoint& endpoint :
       {Endpoint::ipv4(0, 0), Endpoint::ipv4(0xFFFFFFFF, 0xFFFF), Endpoint::ipv4(0x0A000001, kIdnPort)}) {
    mailbox.put(Endpoint::ipv4(1, 1));
    mailbox.put(endpoint);
    CHECK(mailbox.take() == endpoint);
    CHECK_FALSE(mailbox.take());
  }
}

TEST_CASE("between two threads every endpoint is whole, in order, and the last one arrives", "[io]") {
  constexpr std::uint32_t kLast = 100'000;
  EndpointMailbox mailbox;
  std::jthread other([&] {
    for (std::uint32_t i = 1; i <= kLast; ++i) mailbox.put(Endpoint::ipv4(i, static_cast<std::uint16_t>(i)));
  });
  std::uint32_t newest = 0;
  bool is_whole = true, is_in_order = true;
  while (newest != kLast) {
    const auto taken = mailbox.take();
    if (!taken) continue;
    is_whole &= taken->port == static_cast<std::uint16_t>(taken->ipv4_address());
    is_in_order &= taken->ipv4_address() > newest;
    newest = taken->ipv4_address();
  }
  CHECK(is_whole);
  CHECK(is_in_order);
}
