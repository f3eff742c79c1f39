// SPDX-License-Identifier: MIT
#include "plugins/compat/points.hpp"

#include <array>

#include "plugins/compat/olsc_status.hpp"
#include "plugins/compat/text.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::plugins::compat;
using plugins::RangeDetector;

namespace {

template <class Point>
LaserSample only(const Point& point) {
  return to_samples(std::span(&point, 1)).at(0);
}
template <class Point, class Units>
LaserSample only(const Point& point, Units units) {
  return to_samples(std::span(&point, 1), units).at(0);
}

}  // namespace

TEST_CASE("compat: points of EasyLase reach both edges of the picture", "[plugins]") {
  CHECK(only(EasyLasePoint{0, 4095, 255, 1, 0, 77}) ==
        LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .g = 0x0101, .intensity = 0xFFFF});
  CHECK(only(EasyLasePoint{2048, 2047, 0, 0, 0, 255}) == LaserSample{.x = 8, .y = -9});
  CHECK(only(EasyLasePoint{4096, 65535, 0, 0, 0, 0}) == LaserSample{.x = 32767, .y = 32767});
}

TEST_CASE("compat: points of EtherDream have signs and 15 bits of colour", "[plugins]") {
  const auto sample = only(AudioPoint{-32768, 32767, 32767, 16384, 1, 0, 9, 9}, EzAudDacRange::Bits16);
  CHECK(sample == LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .g = 0x8001, .b = 2, .intensity = 0xFFFF});
  CHECK(only(AudioPoint{0, 0, -1, -32768, 0, 32767, 0, 0}, EzAudDacRange::Bits16) == LaserSample{});
}

TEST_CASE("compat: points of EzAudDac may be of 12 bits", "[plugins]") {
  CHECK(only(AudioPoint{0, 4095, 255, 0, 128, 0, 0, 0}, EzAudDacRange::Bits12) ==
        LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .b = 0x8080, .intensity = 0xFFFF});
  CHECK(only(AudioPoint{-1, 5000, -1, 300, 0, 0, 0, 0}, EzAudDacRange::Bits12) ==
        LaserSample{.x = -32768, .y = 32767, .g = 0xFFFF, .intensity = 0xFFFF});
}

TEST_CASE("compat: points of OLSC have positions of 16 bits and colours of 8", "[plugins]") {
  CHECK(only(OlscPoint{0, 65535, 255, 256, 1, 0}, OlscUnits::Unsigned) ==
        LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .g = 0xFFFF, .b = 0x0101, .intensity = 0xFFFF});
  CHECK(only(OlscPoint{32768, 32767, 0, 0, 0, 0}, OlscUnits::Unsigned) == LaserSample{.x = 0, .y = -1});
}

TEST_CASE("compat: points of OLSC may have signs, and colours of 8 bits shifted by 7", "[plugins]") {
  CHECK(only(OlscPoint{0x8000, 0x7FFF, 255 << 7, 1 << 7, 128 << 7, 0}, OlscUnits::Signed) ==
        LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .g = 0x0101, .b = 128 * 0x0101, .intensity = 0xFFFF});
  CHECK(only(OlscPoint{0, 0xFFFF, 0, 0, 0, 0x7F80}, OlscUnits::Signed) == LaserSample{.x = 0, .y = -1});
  CHECK(only(OlscPoint{1, 2, 0x7FFF, 127, 0xFFFF, 0}, OlscUnits::Signed) ==
        LaserSample{.x = 1, .y = 2, .r = 0xFFFF, .intensity = 0xFFFF});
}

TEST_CASE("compat: the range of EzAudDac is what its points can mean", "[plugins]") {
  using Frame = std::array<AudioPoint, 2>;
  const AudioPoint dark{};
  const Frame small{dark, {4095, 0, 255, 0, 0, 0, 0, 0}};
  RangeDetector range;
  CHECK(range.observe(Frame{dark, dark}) == EzAudDacRange::Bits16);
  CHECK(range.observe(small) == EzAudDacRange::Bits12);
  CHECK(range.observe(Frame{dark, dark}) == EzAudDacRange::Bits16);
  const auto settles = [&](const AudioPoint& point) {
    RangeDetector large;
    CHECK(large.observe(Frame{dark, point}) == EzAudDacRange::Bits16);
    CHECK(large.observe(small) == EzAudDacRange::Bits16);
  };
  settles({-1, 0, 0, 0, 0, 0, 0, 0});
  settles({0, -1, 0, 0, 0, 0, 0, 0});
  settles({4096, 0, 0, 0, 0, 0, 0, 0});
  settles({0, 4096, 0, 0, 0, 0, 0, 0});
  settles({0, 0, 256, 0, 0, 0, 0, 0});
  settles({0, 0, 0, 256, 0, 0, 0, 0});
  settles({0, 0, 0, 0, 256, 0, 0, 0});
}

TEST_CASE("compat: the name of the library decides what OLSC_GetStatus returns", "[plugins]") {
  for (const char* const name : {"OLSD.dll", "C:\\Program Files\\LaserShowGen\\olsd.DLL", "/tmp/OLSD.so"})
    CHECK(olsc_return_style(name) == OlscReturnStyle::Status);
  for (const char* const name :
       {"OLSC_Easylase.dll", "C:\\OLSD\\OLSC_EzAudDac.dll", "OLSDx.dll", "idn_compat.dll", ""})
    CHECK(olsc_return_style(name) == OlscReturnStyle::Result);
}

TEST_CASE("compat: the name of the library decides on the units of OLSC points", "[plugins]") {
  for (const char* const name : {"OLSC_Easylase.dll", "C:\\LaserShowGen\\olsc_EASYLASE.DLL",
                                 "OLSC_EzAudDac.dll", "/tmp/OLSC_EzAudDac.so"})
    CHECK(olsc_units(name) == OlscUnits::Signed);
  for (const char* const name : {"OLSD.dll", "OLSC_Easylase\\OLSD.dll", "OLSC_Easylase2.dll", "EzAudDac.dll",
                                 "OLSC_Helios.dll", "idn_compat.dll", ""})
    CHECK(olsc_units(name) == OlscUnits::Unsigned);
}

// A frame may be written if the result is even; for other hosts, on success with bit 0 of the status clear.
TEST_CASE("compat: either kind of OLSC host sees when a frame may be written", "[plugins]") {
  const auto even = [](CardState state) { return olsc_answer(state, OlscReturnStyle::Status).result % 2 == 0; };
  CHECK(even(CardState::Ready));
  CHECK_FALSE(even(CardState::Busy));
  CHECK_FALSE(even(CardState::Missing));
  const auto success = [](CardState state) {
    const auto answer = olsc_answer(state, OlscReturnStyle::Result);
    return answer.result == 1 && (answer.status & 1) == 0;
  };
  CHECK(success(CardState::Ready));
  CHECK_FALSE(success(CardState::Busy));
  CHECK_FALSE(success(CardState::Missing));
  CHECK(olsc_answer(CardState::Busy, OlscReturnStyle::Result).status == 1);
  CHECK(olsc_answer(CardState::Ready, OlscReturnStyle::Result).status == 2);
  CHECK(olsc_answer(CardState::Missing, OlscReturnStyle::Result).status == 0x8000'0000);
}

TEST_CASE("compat: names are cut between characters", "[plugins]") {
  std::array<char, 6> room{};
  copy_text("Gr\xC3\xBC\xC3\x9F", room.data(), 6);
  CHECK(std::string(room.data()) == "Gr\xC3\xBC");
  copy_text("Left", room.data(), 6);
  CHECK(std::string(room.data()) == "Left");
  copy_text("Left", room.data(), 1);
  CHECK(std::string(room.data()).empty());
}
