// SPDX-License-Identifier: MIT
// Shared rings, written by the functions for writers, and with violations of the format.
#include "idn/shared_ring.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "stream/send/shared_playback.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::SharedPlayback;
using stream::SharedRingGeometry;
using stream::SharedRingReader;

static_assert(sizeof(idn_shared_sample_t) == sizeof(LaserSample));
static_assert(offsetof(idn_shared_sample_t, x_prime) == offsetof(LaserSample, x_prime));
static_assert(sizeof(idn_shared_ring_t) == 256 && sizeof(idn_shared_slot_t) == 16);

namespace {

constexpr SampleRate kRingRate{30'000};
constexpr SharedRingGeometry kFewSlots{.slot_count = 4, .slot_samples = 50};

/// A ring with its writer and its reader. Checks that nothing is written beyond its end.
struct RingPair {
  explicit RingPair(std::uint32_t first_number = 1, SharedRingGeometry of = kFewSlots)
      : shape(of),
        memory(of.octets() / 64 + 1),
        octets(reinterpret_cast<std::byte*>(memory.data()), of.octets()) {
    format_shared_ring(octets, shape, {.rate = kRingRate, .limit = 60, .first_number = first_number});
    writer.ring = reinterpret_cast<idn_shared_ring_t*>(octets.data());
    writer.number = writer.ring->published + 1;
    playback.emplace(SharedRingReader(octets, shape, first_number), 100ms);
  }

  /// @return false if there is no room
  bool publish(std::uint32_t count, std::uint32_t flags, int x) {
    idn_shared_sample_t* const room = idn_shared_begin(&writer);
    if (room == nullptr) return false;
    for (std::uint32_t i = 0; i < count; ++i)
      room[i] = {.x = static_cast<std::int16_t>(x),
                 .y = static_cast<std::int16_t>(i),
                 .r = 0,
                 .g = 0xFFFF,
                 .b = 0,
                 .intensity = 0xFFFF,
                 .u1 = 0,
                 .u2 = 0,
                 .u3 = 0,
                 .x_prime = 0,
                 .z = 0};
    idn_shared_publish(&writer, count, flags);
    return true;
  }
  bool picture(int x, std::uint32_t count = 40) { return publish(count, IDN_SHARED_PICTURE, x); }
  bool samples(int x, std::uint32_t count) { return publish(count, IDN_SHARED_SAMPLES, x); }

  /// The samples of the next datagram, a millisecond later.
  std::vector<LaserSample> next(std::size_t count = 30) {
    due += 1ms;
    std::vector<LaserSample> out(count, {.x = 12'345, .g = 0xFFFF});  // as a datagram before has left them
    out.resize(playback->take(out, beam, kRingRate, due));
    if (!out.empty()) beam = out.back();
    return out;
  }
  /// x of the lit samples of the next datagram; a picture has one x for all of its samples.
  std::vector<int> lit_x(std::size_t count = 30) {
    std::vector<int> found;
    for (const LaserSample& sample : next(count))
      if (!sample.is_dark()) found.push_back(sample.x);
    return found;
  }
  bool is_dark() { return next().empty(); }
  idn_shared_slot_t& slot(std::uint32_t number) {
    return *reinterpret_cast<idn_shared_slot_t*>(octets.data() + 256 +
                                                 (number - 1) % shape.slot_count * shape.slot_octets());
  }

  struct alignas(64) Line {
    std::byte octets[64];
  };
  SharedRingGeometry shape;
  std::vector<Line> memory;
  std::span<std::byte> octets;
  idn_shared_t writer{};
  std::optional<SharedPlayback> playback;
  LaserSample beam{};
  TimePoint due{1s};
};

}  // namespace

TEST_CASE("a shared ring tells writers its shape and terms", "[stream]") {
  const RingPair ring;
  const idn_shared_ring_t& header = *ring.writer.ring;
  CHECK(header.magic == IDN_SHARED_MAGIC);
  CHECK(header.version == 1);
  CHECK(header.slot_count == 4);
  CHECK(header.slot_samples == 50);
  CHECK(header.slot_octets == 1152);  // 16 + 50 * 22, to the next 64
  CHECK(header.rate == 30'000);
  CHECK(header.limit == 60);
  CHECK(ring.shape.octets() == 256 + 4 * 1152);
  CHECK(SharedRingGeometry{.slot_count = 4, .slot_samples = 8}.slot_octets() == 192);  // 16 + 8 * 22
}

TEST_CASE("a shared picture is drawn again and again, from the datagram on that is due next", "[stream]") {
  RingPair ring;
  CHECK_FALSE(ring.playback->has_content(ring.due));
  CHECK(ring.is_dark());
  ring.picture(0);
  CHECK(ring.playback->has_content(ring.due));
  int lit = 0;
  for (int i = 0; i < 50; ++i) {
    idn_shared_keep(&ring.writer);
    const auto samples = ring.next();
    CHECK(samples.size() == 30);
    lit += static_cast<int>(std::ranges::count_if(samples, [](auto& sample) { return !sample.is_dark(); }));
    CHECK(std::ranges::all_of(samples, [](auto& sample) { return sample.x == 0; }));
  }
  CHECK(lit > 50 * 30 / 2);  // except for the blanked moves from its end to its beginning
}

TEST_CASE("a newer shared picture takes over with the next datagram, a whole one at the end of the pass",
          "[stream]") {
  RingPair ring;
  ring.picture(0);
  ring.next(10);
  ring.picture(0);
  const auto samples = ring.next(10);
  CHECK(std::ranges::count_if(samples, [](auto& sample) { return sample.is_dark(); }) >
        0);  // moves back to its beginning
  RingPair whole;
  whole.publish(40, IDN_SHARED_PICTURE | IDN_SHARED_WHOLE, 0);
  CHECK(whole.lit_x(10) == std::vector(10, 0));
  whole.publish(40, IDN_SHARED_PICTURE | IDN_SHARED_WHOLE, 700);
  CHECK(whole.lit_x(30) == std::vector(30, 0));
  CHECK(std::ranges::count(whole.lit_x(50), 0) == 0);
}

TEST_CASE("of shared pictures that wait the newest wins, and the room of the others is free", "[stream]") {
  RingPair ring;
  for (const int x : {0, 100, 200, 300}) CHECK(ring.picture(x));
  CHECK_FALSE(ring.picture(400));
  const auto lit = ring.lit_x(50);
  CHECK(std::ranges::count(lit, 300) == static_cast<std::ptrdiff_t>(lit.size()));
  for (const int x : {0, 100, 200}) CHECK(ring.picture(x));
  CHECK_FALSE(ring.picture(400));  // all slots are in use, one by the picture being drawn
}

TEST_CASE("shared samples are played once, in their order, and dark behind them", "[stream]") {
  RingPair ring;
  CHECK(idn_shared_room(&ring.writer) == 60);
  ring.samples(1, 20);
  ring.samples(2, 15);
  ring.samples(3, 0);
  ring.samples(4, 7);
  CHECK(idn_shared_room(&ring.writer) == 18);
  std::vector<int> expected(20, 1);
  expected.resize(30, 2);
  CHECK(ring.lit_x() == expected);
  CHECK(idn_shared_room(&ring.writer) == 48);
  expected.assign(5, 2);
  expected.resize(12, 4);
  CHECK(ring.lit_x() == expected);
  CHECK(ring.is_dark());
  CHECK(idn_shared_room(&ring.writer) == 60);
  CHECK_FALSE(ring.playback->has_content(ring.due));
}

TEST_CASE("a writer that says nothing for the hold time is dark, and lit when it goes on", "[stream]") {
  RingPair ring;
  ring.picture(0);
  for (int i = 0; i < 101; ++i) CHECK_FALSE(ring.is_dark());
  CHECK(ring.is_dark());
  CHECK_FALSE(ring.playback->has_content(ring.due));
  idn_shared_keep(&ring.writer);
  CHECK_FALSE(ring.is_dark());
  ring.due += 1h;  // time in which nothing was sent does not count for the hold time
  CHECK_FALSE(ring.is_dark());
}

TEST_CASE("numbers of a shared ring wrap", "[stream]") {
  RingPair ring(0xFFFF'FFF0);
  for (int i = 0; i < 100; ++i) {
    REQUIRE(ring.samples(i, 30));
    CHECK(ring.lit_x() == std::vector(30, i));
  }
}

TEST_CASE("an empty shared picture is dark", "[stream]") {
  RingPair ring;
  ring.picture(0);
  ring.next();
  ring.picture(0, 0);
  CHECK(ring.is_dark());
  CHECK_FALSE(ring.playback->has_content(ring.due));
  ring.picture(9);
  CHECK_FALSE(ring.is_dark());
}

TEST_CASE("a writer that breaks the rules of a shared ring is dark from the next datagram on, for good",
          "[stream]") {
  RingPair ring;
  ring.picture(0);
  ring.next();
  idn_shared_ring_t& header = *ring.writer.ring;
  const int lie = GENERATE(range(0, 9));
  CAPTURE(lie);
  switch (lie) {
    case 0:  // more than there is room for
      header.published += 5;
      break;
    case 1:
      header.published -= 1;
      break;
    case 2:  // a block that was never written
      header.published += 1;
      break;
    case 3:  // longer than a slot
      ring.slot(2).count = 51, ring.slot(2).number = 2, header.published = 2;
      break;
    case 4:
      ring.slot(2).count = 0xFFFF'FFFF, ring.slot(2).number = 2, header.published = 2;
      break;
    case 5:  // of no kind
      ring.slot(2).flags = 2, ring.slot(2).number = 2, header.published = 2;
      break;
    case 6:  // torn: what is drawn is written anew
      ring.slot(1).number = ~1u;
      break;
    case 7:  // published while it is written
      idn_shared_begin(&ring.writer);
      header.published = 2;
      break;
    default:
      header.published = 0x8000'0000;
  }
  CHECK(ring.is_dark());
  CHECK(ring.playback->is_cut_off());
  CHECK_FALSE(ring.playback->has_content(ring.due));
  header.published = 1, ring.slot(1).number = 1;
  ring.picture(0);
  CHECK(ring.is_dark());
}

TEST_CASE("a block in the room of one that is drawn breaks the rules of a shared ring", "[stream]") {
  RingPair ring;
  ring.picture(0);
  ring.next();
  for (const int x : {100, 200, 300}) REQUIRE(ring.picture(x));
  ring.slot(5).number = 5, ring.writer.ring->published = 5;
  CHECK(ring.is_dark());
  CHECK(ring.playback->is_cut_off());
}

TEST_CASE("a shared ring that goes back to what was published before breaks the rules", "[stream]") {
  RingPair ring;
  for (const int x : {0, 100, 200}) ring.picture(x);
  ring.next();
  ring.slot(4).count = 40, ring.slot(4).flags = IDN_SHARED_SAMPLES, ring.slot(4).number = 4;
  ring.writer.ring->published = 2;
  CHECK(ring.is_dark());
  CHECK(ring.playback->is_cut_off());
}

TEST_CASE("samples whose room was given another number meanwhile are not read", "[stream]") {
  RingPair ring;
  ring.samples(1, 10);
  SharedRingReader reader(ring.octets, ring.shape);
  reader.look();
  REQUIRE(reader.next());
  std::array<LaserSample, 4> out{};
  CHECK(reader.read(8, out) == 2);
  ring.slot(1).number = 5;
  CHECK(reader.read(0, out) == 0);
  CHECK(reader.has_broken_rules());
}

TEST_CASE("of a datagram in which a writer breaks the rules nothing is lit", "[stream]") {
  RingPair ring;
  ring.samples(1, 10);
  ring.writer.ring->published = 2;
  CHECK(ring.is_dark());
  CHECK(ring.playback->is_cut_off());
}

TEST_CASE("a closed shared figure needs no move from its end, but from elsewhere", "[stream]") {
  RingPair ring;
  idn_shared_sample_t* const room = idn_shared_begin(&ring.writer);
  for (std::int16_t i = 0; i < 40; ++i) {
    room[i] = {};
    room[i].y = static_cast<std::int16_t>(std::min(i + 0, 40 - i));
    room[i].g = 0xFFFF;
  }
  idn_shared_publish(&ring.writer, 40, IDN_SHARED_PICTURE);
  CHECK(ring.lit_x(40).size() == 40);
  CHECK(ring.lit_x(40).size() == 40);
  ring.beam.x = 1000;
  CHECK(ring.lit_x(40).size() < 40);
}

TEST_CASE("what writers put where only the sender writes changes nothing", "[stream]") {
  RingPair ring;
  ring.picture(0);
  ring.next();
  idn_shared_ring_t& header = *ring.writer.ring;
  header.magic = header.slot_count = header.slot_octets = header.slot_samples = header.taken = header.played =
      0xFFFF'FFFF;
  CHECK(ring.next().size() == 30);
  header.slot_count = header.slot_octets = 0;
  CHECK(ring.next().size() == 30);
  CHECK_FALSE(ring.playback->is_cut_off());
}
