// SPDX-License-Identifier: MIT
#include "idn/ilda/writer.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "viewer/model/source/open_file.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

/// Frames of `points` points each, at x 1000, 2000 ...
Octets file_of(int frames, std::size_t points) {
  ilda::Writer writer;
  for (int i = 1; i <= frames; ++i) {
    const std::vector<ilda::Point> frame(points, {.x = static_cast<std::int16_t>(1000 * i), .g = 255});
    REQUIRE(writer.add_frame(ilda::Format::TrueColour2d, frame, {}) == 1);
  }
  const auto octets = writer.finish();
  return {octets.begin(), octets.end()};
}

}  // namespace

TEST_CASE("frames of an .ild file are drawn at its rate while their time lasts, over and over", "[viewer]") {
  const TemporaryFile file(file_of(2, 300), ".ild");
  const Recording recording = open_file(file.path(), {.rate = {30'000}, .pictures_per_second = 25});
  REQUIRE(recording.streams().size() == 1);
  const Timeline& timeline = recording.streams().front()->timeline;
  const auto frame_at = [&](Duration time) {
    const Chunk& chunk = timeline.chunks()[timeline.chunk_at(TimePoint(time))];
    return chunk.samples().back().x;
  };
  CHECK(timeline.chunks().front().length == 10ms);
  CHECK(frame_at(5ms) == 1000);
  CHECK(frame_at(35ms) == 1000);
  CHECK(frame_at(60ms) == 2000);
  CHECK(frame_at(100ms) == 1000);
  CHECK(recording.end() - recording.begin() >= 10s);
  CHECK(timeline.darks().empty());
}

TEST_CASE("a file whose end is cut is shown as far as it goes, with a note", "[viewer]") {
  Octets octets = file_of(2, 300);
  octets.resize(octets.size() - 200);
  const TemporaryFile file(octets, ".ild");
  const Recording recording = open_file(file.path());
  CHECK(recording.samples() > 0);
  REQUIRE(recording.notes.size() == 1);
  CHECK(recording.notes.front().find("cut off") != std::string::npos);
}
