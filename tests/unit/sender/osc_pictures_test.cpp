// SPDX-License-Identifier: MIT
// Frames and points by OSC. The blobs are written by hand: type, store, timeline, 0, then numbers of 16 bits,
// little endian: frame, points in all, first one, points here.
#include <limits>

#include "idn/sample.hpp"
#include "sender/osc/picture_reader.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::sender::osc;
using idn::test::from_hex;

namespace {

using Meaning = PictureReader::Meaning;

/// Owns a blob, since arguments only refer to it.
struct FrameMessage {
  explicit FrameMessage(std::string_view hex, std::string_view address = "/LSX_0/Frame")
      : octets(from_hex(hex)), message{address, {ConstBytes(octets)}} {}
  std::vector<std::byte> octets;
  Message message;
};

Message numbers(std::string_view address, std::vector<double> values) {
  Message message{.address = address};
  for (const double value : values) message.arguments.emplace_back(value);
  return message;
}

}  // namespace

TEST_CASE("a frame of LSX is read, in each of its three layouts", "[sender]") {
  PictureReader reader;
  const LaserSample left{-32768, 1, 0xFFFF, 0, 0x8080, 0xFFFF}, dark{32767, -2};
  const FrameMessage flat(
      "00 00 00 00  05 00  02 00  00 00  02 00"
      "00 80 01 00 ff 00 80   ff 7f fe ff 00 00 00");
  CHECK(reader.read(flat.message) == Meaning::Picture);
  CHECK(reader.picture() == std::vector{left, dark});
  const FrameMessage deep("01 00 00 00  05 00  01 00  00 00  01 00  00 80 01 00 03 01 ff 00 80");
  CHECK(reader.read(deep.message) == Meaning::Picture);
  LaserSample nearer = left;
  nearer.z = 0x0103;
  CHECK(reader.picture() == std::vector{nearer});
  const FrameMessage with_parts("02 01 07 00  05 00  01 00  00 00  01 00  00 80 01 00 03 01 63 64 ff 00 80");
  CHECK(reader.read(with_parts.message) == Meaning::Picture);
  CHECK(reader.picture() == std::vector{nearer});
  const FrameMessage empty("00 00 00 00  05 00  00 00  00 00  00 00");
  CHECK(reader.read(empty.message) == Meaning::Picture);
  CHECK(reader.picture().empty());
}

TEST_CASE("a frame of LSX in parts is shown when all are there, and not where one is missing", "[sender]") {
  PictureReader reader;
  const FrameMessage first("00 00 00 00  05 00  03 00  00 00  01 00  01 00 00 00 ff 00 00");
  const FrameMessage second("00 00 00 00  05 00  03 00  01 00  01 00  02 00 00 00 ff 00 00");
  const FrameMessage third("00 00 00 00  05 00  03 00  02 00  01 00  03 00 00 00 ff 00 00");
  const FrameMessage of_other("00 00 00 00  06 00  03 00  02 00  01 00  03 00 00 00 ff 00 00");
  const auto whole = [&] {
    CHECK(reader.read(first.message) == Meaning::Nothing);
    CHECK(reader.read(second.message) == Meaning::Nothing);
    CHECK(reader.read(third.message) == Meaning::Picture);
    REQUIRE(reader.picture().size() == 3);
    for (int i = 0; i < 3; ++i) CHECK(reader.picture()[static_cast<std::size_t>(i)].x == i + 1);
  };
  whole();
  CHECK(reader.lost_parts() == 0);
  CHECK(reader.read(first.message) == Meaning::Nothing);
  CHECK(reader.read(third.message) == Meaning::Nothing);
  CHECK(reader.lost_parts() == 2);
  CHECK(reader.read(second.message) == Meaning::Nothing);
  CHECK(reader.lost_parts() == 3);
  CHECK(reader.read(first.message) == Meaning::Nothing);
  CHECK(reader.read(second.message) == Meaning::Nothing);
  CHECK(reader.read(of_other.message) == Meaning::Nothing);
  CHECK(reader.lost_parts() == 6);
  whole();
}

TEST_CASE("a frame of LSX that contradicts itself is not understood", "[sender]") {
  const char* const bad =
      GENERATE("00 00 00 00  05 00  01 00  00 00  01",                              // cut off
               "03 00 00 00  05 00  01 00  00 00  01 00  00 00 00 00 ff 00 00",     // an unknown layout
               "00 00 00 00  05 00  01 00  00 00  02 00  00 00 00 00 ff 00 00",     // more than the frame
               "00 00 00 00  05 00  01 00  01 00  01 00  00 00 00 00 ff 00 00",     // beyond its end
               "00 00 00 00  05 00  01 00  00 00  01 00  00 00 00 00 ff 00",        // an octet less
               "00 00 00 00  05 00  01 00  00 00  01 00  00 00 00 00 ff 00 00 00",  // one more
               "00 00 00 00  05 00  01 10  00 00  01 00  00 00 00 00 ff 00 00",     // 4097 points
               "00 00 00 00  05 00  ff ff  00 00  ff ff  00 00 00 00 ff 00 00",     // -1
               "00 00 00 00  05 00  01 00  ff ff  02 00  00 00 00 00 ff 00 00 00 00 00 00 00 00 00");
  CAPTURE(bad);
  PictureReader reader;
  CHECK(reader.read(FrameMessage(bad).message) == Meaning::Unknown);
}

TEST_CASE("points and frames come as numbers, or as raw samples", "[sender]") {
  PictureReader reader;
  CHECK(reader.read(numbers("/point", {-1, 0.5, 1, 0, 0.25})) == Meaning::Picture);
  CHECK(reader.picture() == std::vector{sample_at(-1, 0.5, 1, 0, 0.25)});
  CHECK(reader.read(numbers("/frame", {0, 0, 1, 1, 1, 7, -7, 9, -9, 0})) == Meaning::Picture);
  CHECK(reader.picture() == std::vector{sample_at(0, 0, 1, 1, 1), sample_at(1, -1, 1, 0, 0)});
  CHECK(reader.read(numbers("/frame", {})) == Meaning::Picture);
  CHECK(reader.picture().empty());
  const FrameMessage raw("ff fe 00 02 01 00 02 00 03 00", "/frame");
  CHECK(reader.read(raw.message) == Meaning::Picture);
  CHECK(reader.picture() == std::vector{LaserSample{-2, 2, 0x100, 0x200, 0x300, 0xFFFF}});
  CHECK(reader.read(FrameMessage("ff fe 00 02 01 00 02 00 03", "/frame").message) == Meaning::Unknown);
  CHECK(reader.read(numbers("/point", {0, 0, 1, 1})) == Meaning::Unknown);
  CHECK(reader.read(numbers("/point", {0, 0, 1, 1, 1, 1})) == Meaning::Unknown);
  CHECK(reader.read(numbers("/frame", {0, 0, 1, 1, 1, 1})) == Meaning::Unknown);
  CHECK(reader.read(numbers("/frame", {0, 0, 1, std::numeric_limits<double>::quiet_NaN(), 1})) ==
        Meaning::Unknown);
  Message text{.address = "/point", .arguments = std::vector<Argument>(5, std::string_view("1"))};
  CHECK(reader.read(text) == Meaning::Unknown);
}

TEST_CASE("arm and dark take a button: letting go never lights", "[sender]") {
  PictureReader reader;
  CHECK(reader.read({.address = "/arm"}) == Meaning::Arm);
  CHECK(reader.read(numbers("/arm", {1})) == Meaning::Arm);
  CHECK(reader.read(numbers("/arm", {0})) == Meaning::Dark);
  CHECK(reader.read({.address = "/dark"}) == Meaning::Dark);
  CHECK(reader.read(numbers("/dark", {1})) == Meaning::Dark);
  CHECK(reader.read(numbers("/dark", {0})) == Meaning::Nothing);
  CHECK(reader.read({.address = "/light"}) == Meaning::Unknown);
  CHECK(reader.read({.address = "/LSX_0/Frame"}) == Meaning::Unknown);
}
