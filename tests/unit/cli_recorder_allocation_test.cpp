// SPDX-License-Identifier: MIT
#include "cli/recorder/recorder.hpp"
#include "support/catch.hpp"
#include "support/heap_calls.hpp"
#include "support/temporary_folder.hpp"

namespace idn::cli {
namespace {

using namespace std::chrono_literals;

/// Not by the status of the recorder, which contains a string and allocates.
void await_packets(const Recorder& recorder, std::uint64_t packets) {
  while (recorder.packets() < packets) std::this_thread::yield();
}

TEST_CASE("recording allocates nothing after its start", "[server]") {
  test::TemporaryFolder folder;
  const Endpoint client = Endpoint::ipv4(0x0A000001, 40000), unit = Endpoint::ipv4(0x0A000002, 7255);
  const std::vector<std::byte> datagram(1400), answer(16);
  Recorder recorder({.path = folder / "a.pcap", .sync = SyncPolicy::Second});
  const auto play = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      const Duration at = 1'700'000'000s + i * 1ms;
      recorder.received({datagram, client, unit, unit, Instant(TimePoint(at), at), true});
      recorder.sent(answer, unit, client, at + 20us);
      if (i % 16 == 0) recorder.flush();
    }
  };
  play(0, 100);
  recorder.flush();
  await_packets(recorder, 2 * 100);  // so that the writing thread has started
  std::size_t allocations = 0;
  {
    const test::HeapCalls calls;
    play(100, 5100);
    recorder.flush();
    await_packets(recorder, 2 * 5100);
    allocations = calls.count();
  }
  CHECK(allocations == 0);
  recorder.close();
  CHECK(recorder.facts().packets == 2 * 5100);
  CHECK(recorder.facts().missing == 0);
}

}  // namespace
}  // namespace idn::cli
