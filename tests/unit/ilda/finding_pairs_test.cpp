// SPDX-License-Identifier: MIT
// For every finding, a file for which it must be reported, and the most similar one for which it must not: both
// are made by one function, with different values of one number.
#include <algorithm>
#include <array>

#include "idn/ilda/reader.hpp"
#include "sections.hpp"
#include "support/catch.hpp"

namespace idn::ilda {
namespace {

using namespace idn::ilda::test;

Octets first_of(const Octets& octets, int count) {
  return {octets.begin(), octets.begin() + count};
}

Octets with_end_header_of(int size) {
  return join({white_frame(2), first_of(end_header(), size)});
}

/// A frame whose three records of 8 octets have `size` octets in all.
Octets with_records_of(int size) {
  return join({white_frame(2), header(5, 3), Octets(static_cast<std::size_t>(size))});
}

Octets with_end_headers(int count) {
  return count == 0 ? white_frame(2) : join({white_frame(2), end_header()});
}

Octets with_padding_of(int size) {
  return join({white_frame(2), Octets(static_cast<std::size_t>(size)), white_frame(2), end_header()});
}

/// A frame that announces two records, and has `count` more.
Octets with_more_records(int count) {
  return join({white_frame(2), Octets(8 * static_cast<std::size_t>(count)), end_header()});
}

Octets with_format(int format) {
  return join({white_frame(2), section(static_cast<unsigned>(format), 1), end_header()});
}

Octets with_octets_after_end(int count) {
  return join({white_frame(2), end_header(), Octets(static_cast<std::size_t>(count))});
}

Octets with_palette_of(int colours) {
  return join({section(2, static_cast<unsigned>(colours)), white_frame(2), end_header()});
}

/// One lit point of two dimensions, the last.
Octets indexed_frame(int index) {
  return join({header(1, 1), octets({0, 0, 0, 0, 0x80, static_cast<unsigned>(index)})});
}

Octets with_index(int index) {
  return join({indexed_frame(index), end_header()});
}

Octets with_index_of_two_colours(int index) {
  return join({section(2, 2), indexed_frame(index), end_header()});
}

Octets with_status_of_last_point(int status) {
  return join({header(5, 1), octets({0, 0, 0, 0, static_cast<unsigned>(status), 255, 255, 255}), end_header()});
}

/// A frame of three points; the last one is marked as such, and point `place` too.
Octets with_mark_on_point(int place) {
  Octets frame = white_frame(3);
  frame.at(SectionHeader::kSize + 8 * static_cast<std::size_t>(place - 1) + 4) = std::byte{0x80};
  return join({frame, end_header()});
}

/// A white line of that width, which begins dark.
Octets line(int width) {
  const auto x = static_cast<unsigned>(width);
  return join({header(5, 2), octets({0, 0, 0, 0, 0x40, 0, 0, 0}),
               octets({x >> 8, x & 0xFF, 0, 0, 0x80, 255, 255, 255}), end_header()});
}

Octets with_blue(int blue) {
  return join({header(5, 1), octets({0, 0, 0, 0, 0x80, static_cast<unsigned>(blue), 0, 0}), end_header()});
}

struct Pair {
  FileFindingKind kind{};
  Octets (*file)(int) = nullptr;
  int with = 0;     ///< the number with which it must be found
  int without = 0;  ///< the number with which it must not
};

constexpr std::array kPairs = [] {
  using enum FileFindingKind;
  return std::to_array<Pair>({
      {TruncatedHeader, with_end_header_of, 31, 32},
      {TruncatedSection, with_records_of, 23, 24},
      {HeaderWithoutData, with_records_of, 7, 8},
      {NoEndHeader, with_end_headers, 0, 1},
      {SkippedOctets, with_padding_of, 1, 0},
      // With the four octets of the signature it is a header.
      {UnreadableRest, with_end_header_of, 3, 4},
      {WrappedCount, with_more_records, 65536, 65535},
      {UnknownFormat, with_format, 3, 4},
      {OctetsAfterEnd, with_octets_after_end, 1, 0},
      {LongPalette, with_palette_of, 257, 256},
      {IndexWrapped, with_index, 64, 63},
      {IndexShownWhite, with_index_of_two_colours, 2, 1},
      {MissingLastPoint, with_status_of_last_point, 0x00, 0x80},
      {EarlyLastPoint, with_mark_on_point, 2, 3},
      {NothingLit, with_blue, 0, 1},
      {SmallPicture, line, 3275, 3276},
  });
}();

static_assert(kPairs.size() == kFindingKinds, "a finding has no pair here, or two");
static_assert(std::ranges::is_sorted(kPairs, std::ranges::less_equal{}, &Pair::kind),
              "one pair for each, in the order of FileFindingKind");

TEST_CASE("every finding appears where it must, and not in the nearest file where it must not", "[ilda]") {
  for (const auto& [kind, file, with, without] : kPairs) {
    CAPTURE(static_cast<int>(kind), with, without);
    CHECK(survey(file(with))->findings.count(kind) == 1);
    CHECK(survey(file(without))->findings.count(kind) == 0);
  }
}

TEST_CASE("every kind of finding is counted", "[ilda]") {
  // A kind added after the last one, without a change of kFindingKinds, would have a text.
  CHECK(to_string({static_cast<FileFindingKind>(kFindingKinds)}).starts_with("unknown finding"));
}

}  // namespace
}  // namespace idn::ilda
