// SPDX-License-Identifier: MIT
#include "idn/picture/sequence.hpp"

#include "idn/ilda/writer.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;

namespace {

/// One frame per colour, of `points` points.
ilda::File file_of(const std::vector<std::uint8_t>& reds, std::size_t points) {
  ilda::Writer writer;
  for (const std::uint8_t red : reds) {
    ilda::Point point;
    point.r = red;
    writer.add_frame(ilda::Format::TrueColour2d, std::vector<ilda::Point>(points, point), {});
  }
  const auto octets = writer.finish();
  return ilda::File::open({octets.begin(), octets.end()}).value();
}

std::vector<int> reds_of(picture::Sequence& sequence) {
  std::vector<int> reds;
  std::vector<LaserSample> picture;
  while (sequence.next(picture)) reds.push_back(picture.front().r / 257);
  return reds;
}

}  // namespace

TEST_CASE("the frames of files come one after the other, and again after rewinding", "[picture]") {
  std::vector<ilda::File> files;
  files.push_back(file_of({1, 2}, 3));
  files.push_back(file_of({4}, 5));
  picture::IldaSequence sequence(std::move(files));
  CHECK(sequence.pictures() == 3);
  CHECK(sequence.samples() == 3 + 3 + 5);
  CHECK(reds_of(sequence) == std::vector{1, 2, 4});
  CHECK(reds_of(sequence).empty());
  sequence.rewind();
  CHECK(reds_of(sequence) == std::vector{1, 2, 4});
}

TEST_CASE("a file in memory is refused where it is no .ild file", "[picture]") {
  CHECK(ilda::File::open({}).error().code == Errc::NotIlda);
  CHECK(ilda::File::open(test::from_hex("89504E470D0A1A0A")).error().code == Errc::NotIlda);
}
