// SPDX-License-Identifier: MIT
#include "io/send/retargetable_transport.hpp"

#include "idn/stop_token.hpp"
#include "support/catch.hpp"

using namespace idn;
using io::DestinationMailbox;

TEST_CASE("an endpoint is taken once, and the newest one counts", "[io]") {
  DestinationMailbox mailbox;
  CHECK_FALSE(mailbox.take());
  for (const Endpoint& endpoint :
       {Endpoint::ipv4(0, 0), Endpoint::ipv4(0xFFFFFFFF, 0xFFFF), Endpoint::ipv4(0x0A000001, kIdnPort)}) {
    mailbox.put({Endpoint::ipv4(1, 1)});
    mailbox.put({endpoint});
    const auto taken = mailbox.take();
    REQUIRE(taken);
    CHECK(taken->receiver == endpoint);
    CHECK_FALSE(taken->service);
    CHECK_FALSE(mailbox.take());
  }
}

TEST_CASE("a service that was named holds until another one is, wherever its unit turns up meanwhile", "[io]") {
  const Endpoint here = Endpoint::ipv4(0x0A000001, kIdnPort), there = Endpoint::ipv4(0x0A000002, 0xFFFF);
  DestinationMailbox mailbox;
  mailbox.put({here, 0}, io::LeavePolicy::Close);
  CHECK(mailbox.closes_old_receiver());
  mailbox.put({here, 255});
  mailbox.put({there});
  CHECK_FALSE(mailbox.closes_old_receiver());
  const auto taken = mailbox.take();
  REQUIRE(taken);
  CHECK(taken->receiver == there);
  CHECK(taken->service == 255);
  mailbox.put({here, 0});
  CHECK(mailbox.take()->service == 0);
  mailbox.put({here});
  CHECK_FALSE(mailbox.take()->service);
}

TEST_CASE("between two threads every endpoint is whole, in order, and the last one arrives", "[io]") {
  constexpr std::uint32_t kLast = 100'000;
  DestinationMailbox mailbox;
  jthread other([&] {
    for (std::uint32_t i = 1; i <= kLast; ++i) mailbox.put({Endpoint::ipv4(i, static_cast<std::uint16_t>(i))});
  });
  std::uint32_t newest = 0;
  bool is_whole = true, is_in_order = true;
  while (newest != kLast) {
    const auto taken = mailbox.take();
    if (!taken) continue;
    is_whole &= taken->receiver.port == static_cast<std::uint16_t>(taken->receiver.ipv4_address());
    is_in_order &= taken->receiver.ipv4_address() > newest;
    newest = taken->receiver.ipv4_address();
  }
  CHECK(is_whole);
  CHECK(is_in_order);
}
