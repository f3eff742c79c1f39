// SPDX-License-Identifier: MIT
// Files truncated at every length, and files with damaged octets.

#include <algorithm>
#include <random>

#include "idn/ilda/reader.hpp"
#include "sections.hpp"
#include "support/catch.hpp"

namespace idn::ilda {
namespace {

using namespace idn::ilda::test;

/// Checks that a file of `size` octets can have contained all points of `contents`.
void check_within(std::size_t size, const Contents& contents) {
  std::size_t needed = 0;
  for (const Frame& frame : contents.frames) {
    CHECK_FALSE(frame.points.empty());
    needed += 32 + frame.points.size() * record_size(frame.format);
  }
  CHECK(needed <= size);
}

Octets every_format() {
  return join({section(2, 3, 9), section(0, 3), section(1, 3), section(4, 3), octets({'?'}), section(5, 3),
               end_header()});
}

TEST_CASE("a file cut anywhere gives the frames before the cut and never more points than octets", "[ilda]") {
  const Octets file = every_format();
  const Contents whole = read_all(file);
  REQUIRE(whole.points() == 12);
  for (std::size_t size = 4; size <= file.size(); ++size) {
    CAPTURE(size);
    const Octets cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    const Contents contents = read_all(cut);
    check_within(size, contents);
    for (std::size_t i = 0; i < contents.frames.size(); ++i) {
      const auto& points = contents.frames[i].points;
      const auto& complete = whole.frames[i].points;
      CHECK(std::equal(points.begin(), points.end(), complete.begin()));
      if (i + 1 < contents.frames.size()) CHECK(points.size() == complete.size());
    }
  }
  for (std::size_t size = 0; size < 4; ++size)
    CHECK_FALSE(Reader::open(ConstBytes(file).first(size)).has_value());
}

TEST_CASE("damaged files never give more points than octets", "[ilda]") {
  const Octets file = every_format();
  std::mt19937 random(20141101);
  std::uniform_int_distribution<std::size_t> place(4, file.size() - 1);
  std::uniform_int_distribution<unsigned> value(0, 255);
  for (int round = 0; round < 3000; ++round) {
    CAPTURE(round);
    Octets damaged = file;
    for (int i = 0; i < 1 + round % 8; ++i) damaged[place(random)] = static_cast<std::byte>(value(random));
    check_within(damaged.size(), read_all(damaged));
  }
}

}  // namespace
}  // namespace idn::ilda
