// SPDX-License-Identifier: MIT
// PONK. The two first datagrams are what the C++ sample of the protocol's repository sends for one point, as
// the tests of the crate ponk-protocol 0.1.0 have them.
#include <algorithm>
#include <cmath>

#include "sender/ponk/draw.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::sender::ponk;
using idn::test::from_hex;

namespace {

const std::string kName =
    "53 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";
const std::string kFloats = "50 4f 4e 4b 2d 55 44 50 00 04 03 02 01" + kName +
                            "05 01 00 3a 05 00 00  01 01 50 41 54 48 4e 55 4d 42 00 00 80 3f"
                            "01 00 00 00 00 3f 00 00 80 be 12 34 56";
const std::string kIntegers = "50 4f 4e 4b 2d 55 44 50 00 04 03 02 01" + kName +
                              "05 01 00 7d 05 00 00  00 00 01 00 00 00 ff ff 80 80 40 40 ff ff";

constexpr TimePoint kStart{std::chrono::seconds(10)};

bool is_taken(Assembler& frames, ConstBytes datagram, Duration after = {}) {
  const auto header = decode_header(datagram);
  return header && frames.add(*header, datagram, kStart + after);
}

/// A frame of two chunks, of a path without points: octets 01 00 | 00 00, sum 1.
std::vector<std::byte> chunk(unsigned frame, unsigned number) {
  auto octets = from_hex("50 4f 4e 4b 2d 55 44 50 00 04 03 02 01" + kName + "00 02 00 01 00 00 00" +
                         (number == 0 ? "01 00" : "00 00"));
  octets[45] = static_cast<std::byte>(frame);
  octets[47] = static_cast<std::byte>(number);
  return octets;
}

}  // namespace

TEST_CASE("PONK's datagrams of both point formats are read", "[sender]") {
  Assembler frames;
  const auto floats = from_hex(kFloats);
  const auto header = decode_header(floats);
  REQUIRE(header);
  CHECK(header->sender == 0x01020304);
  CHECK(header->name == "S");
  REQUIRE(is_taken(frames, floats));
  auto paths = decode_paths(frames.payload());
  REQUIRE((paths && paths->size() == 1 && paths->front().points.size() == 1));
  PathPoint point = paths->front().points.front();
  CHECK(point.x == 0.5);
  CHECK(point.y == -0.25);
  CHECK(std::lround(point.r * 255) == 0x12);
  CHECK(std::lround(point.b * 255) == 0x56);
  frames = {};
  REQUIRE(is_taken(frames, from_hex(kIntegers)));
  paths = decode_paths(frames.payload());
  REQUIRE((paths && paths->size() == 1 && paths->front().points.size() == 1));
  point = paths->front().points.front();
  CHECK(point.x == -1);
  CHECK(point.y == 1);
  CHECK(std::lround(point.g * 255) == 0x40);
}

TEST_CASE("a truncated or altered PONK datagram shows nothing", "[sender]") {
  const auto whole = from_hex(kFloats);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Assembler frames;
    CHECK_FALSE(is_taken(frames, ConstBytes(whole).first(size)));
  }
  auto altered = whole;
  altered.back() ^= std::byte{1};
  Assembler frames;
  CHECK_FALSE(is_taken(frames, altered));
  altered = whole;
  altered[8] = std::byte{1};  // version
  CHECK_FALSE(decode_header(altered));
  const auto payload = ConstBytes(whole).subspan(Header::kSize);
  for (std::size_t size = 1; size < payload.size(); ++size) CHECK_FALSE(decode_paths(payload.first(size)));
}

TEST_CASE("PONK's chunks are joined in any order, and old ones are dropped", "[sender]") {
  using std::chrono::milliseconds;
  Assembler frames;
  CHECK_FALSE(is_taken(frames, chunk(1, 1)));
  CHECK(is_taken(frames, chunk(1, 0), milliseconds(1)));
  CHECK_FALSE(is_taken(frames, chunk(0, 0), milliseconds(2)));  // of the frame before
  CHECK_FALSE(is_taken(frames, chunk(0, 1), milliseconds(2)));
  CHECK_FALSE(is_taken(frames, chunk(2, 0), milliseconds(3)));
  CHECK_FALSE(is_taken(frames, chunk(3, 1), milliseconds(4)));  // drops frame 2
  CHECK(is_taken(frames, chunk(3, 0), milliseconds(5)));
  CHECK(frames.dropped() == 1);
  CHECK_FALSE(is_taken(frames, chunk(4, 0), milliseconds(6)));
  CHECK_FALSE(is_taken(frames, chunk(4, 1), milliseconds(306)));  // its first chunk is stale
}

TEST_CASE("a PONK path takes as long as its length, not as its points", "[sender]") {
  const auto circle = [](int points) {
    Path path;
    for (int i = 0; i <= points; ++i)
      path.points.push_back(
          {0.5 * std::cos(i * 6.2831853 / points), 0.5 * std::sin(i * 6.2831853 / points), 1, 0, 0});
    return std::vector{path};
  };
  const auto coarse = draw(circle(64), SampleRate{30'000});
  const auto fine = draw(circle(4096), SampleRate{30'000});
  REQUIRE((coarse && fine));
  CHECK(std::abs(static_cast<double>(coarse->size()) - static_cast<double>(fine->size())) < 4);
  CHECK(fine->size() < 120);
  const auto twice = draw({circle(64).front(), circle(64).front()}, SampleRate{30'000});
  REQUIRE(twice);
  CHECK(std::ranges::any_of(*twice, [](const LaserSample& sample) { return sample.y > 16'000; }));  // y is up
}

TEST_CASE("a PONK picture is neither mirrored nor turned", "[sender]") {
  // An L: down its left side, then along its foot, which is shorter. From (-0.75, 0.75) to (-0.75, -0.75) to
  // (0.25, -0.75), in floats and in integers.
  const std::string lit = "ff 00 00", lit_16 = "ff ff 00 00 00 00";
  const std::string floats =
      "01 00 03 00"
      "00 00 40 bf 00 00 40 3f" +
      lit + "00 00 40 bf 00 00 40 bf" + lit + "00 00 80 3e 00 00 40 bf" + lit;
  const std::string integers =
      "00 00 03 00  00 20 ff df" + lit_16 + "00 20 00 20" + lit_16 + "ff 9f 00 20" + lit_16;
  for (const std::string& hex : {floats, integers}) {
    const auto paths = decode_paths(from_hex(hex));
    REQUIRE(paths);
    const auto samples = draw(*paths, SampleRate{30'000});
    REQUIRE(samples);
    int most_x = -40'000, least_x = 40'000, most_y = -40'000, least_y = 40'000;
    for (const LaserSample& sample : *samples) {
      if (sample.r == 0) continue;
      CAPTURE(sample.x, sample.y);
      const bool is_on_side = std::abs(sample.x + 24'576) < 2, is_on_foot = std::abs(sample.y + 24'576) < 2;
      CHECK((is_on_side || is_on_foot));
      most_x = std::max<int>(most_x, sample.x);
      least_x = std::min<int>(least_x, sample.x);
      most_y = std::max<int>(most_y, sample.y);
      least_y = std::min<int>(least_y, sample.y);
    }
    CHECK(std::abs(least_x + 24'576) < 2);
    CHECK(std::abs(most_x - 8'192) < 2);
    CHECK(std::abs(least_y + 24'576) < 2);
    CHECK(std::abs(most_y - 24'576) < 2);
  }
}

TEST_CASE("hints of a PONK path only slow down, and a long frame is refused", "[sender]") {
  const auto line = [](double speed) {
    return std::vector{Path{.speed = speed, .points = {{-1, 0, 1, 1, 1}, {1, 0, 1, 1, 1}}}};
  };
  const SampleRate rate{30'000};
  const std::size_t usual = draw(line(1), rate)->size();
  CHECK(draw(line(100), rate)->size() == usual);
  CHECK(draw(line(0.1), rate)->size() > 5 * usual);
  CHECK(draw(line(std::nan("")), rate)->size() > 5 * usual);
  CHECK_FALSE(draw(std::vector(1000, line(1).front()), rate));
}
