// SPDX-License-Identifier: MIT
// Units that change their address are tested by e2e/follow_namespaces.py.
#include "io/send/unit_follower.hpp"

#include <memory>
#include <thread>

#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/loopback_receiver.hpp"
#include "support/memory_transport.hpp"

namespace idn::io {
namespace {

TEST_CASE("a stream that was removed is let go, with its callback; the others stay", "[io]") {
  const test::LoopbackReceiver nobody;
  test::FakeClock clock;
  test::MemoryTransport link(clock);
  const stream::SenderStats session;
  const DriverStats network;
  const FollowedStream stream{.unit = stream::UnitKey::of({}, nobody.endpoint()),
                              .at = nobody.endpoint(),
                              .link = link,
                              .session = session,
                              .network = network};
  UnitFollower follower;
  const auto add = [&](std::weak_ptr<int>& held) {
    auto owned = std::make_shared<int>();
    held = owned;
    return follower.add(stream, [owned = std::move(owned)](const stream::UnitEvent&) {});
  };
  std::weak_ptr<int> first, second;
  const auto id = add(first);
  const auto other = add(second);
  CHECK(id != other);
  follower.remove(id);
  // The thread may still use it.
  for (const TimePoint end = monotonic_now() + test::kTestTimeout; !first.expired() && monotonic_now() < end;)
    std::this_thread::yield();
  CHECK(first.expired());
  follower.remove(id);  // nothing to be removed
  CHECK_FALSE(second.expired());
}

}  // namespace
}  // namespace idn::io
