// SPDX-License-Identifier: MIT
#include "idn/shared_ring.h"

#include "stream/send/shared_playback.hpp"
#include "support/catch.hpp"
#include "support/heap_calls.hpp"

using namespace idn;
using namespace std::chrono_literals;

TEST_CASE("a shared ring is played without an allocation, whatever is in it", "[stream]") {
  constexpr stream::SharedRingGeometry kShape{.slot_count = 8, .slot_samples = 200};
  constexpr SampleRate kFastest{SampleRate::kMax};  // at which moves are longest
  std::vector<std::uint64_t> memory(kShape.octets() / 8 + 8);
  auto* const begin =
      reinterpret_cast<std::byte*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 63) / 64 * 64);
  const std::span octets(begin, kShape.octets());
  stream::format_shared_ring(octets, kShape, {.rate = kFastest, .limit = 1000});
  stream::SharedPlayback playback(stream::SharedRingReader(octets, kShape), 100ms);
  idn_shared_t writer{};
  writer.ring = reinterpret_cast<idn_shared_ring_t*>(begin);
  writer.number = 1;

  constexpr std::uint32_t kFlags[] = {IDN_SHARED_SAMPLES, IDN_SHARED_PICTURE,
                                      IDN_SHARED_PICTURE | IDN_SHARED_WHOLE};
  std::vector<LaserSample> out(100);
  LaserSample beam{};
  TimePoint due{1s};
  std::size_t allocations = 0, taken = 0;
  for (std::uint32_t round = 0; round < 3000; ++round) {
    if (idn_shared_sample_t* const room = idn_shared_begin(&writer); room != nullptr && round % 3 == 0) {
      for (int i = 0; i < 200; ++i)
        room[i].x = room[i].y = static_cast<std::int16_t>(round % 2 == 0 ? -32'768 : 32'767);
      idn_shared_publish(&writer, round % 201, kFlags[round / 3 % 3]);
    }
    if (round == 2900) writer.ring->published += 100;
    due += 1ms;
    const test::HeapCalls calls;
    const std::size_t count = playback.take(out, beam, kFastest, due);
    allocations += calls.count();
    taken += count;
    if (count > 0) beam = out[count - 1];
  }
  CHECK(allocations == 0);
  CHECK(taken > 100'000);
  CHECK(playback.is_cut_off());
}
