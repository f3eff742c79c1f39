// SPDX-License-Identifier: MIT
// Reader, survey and writer of .ild files. Input: a file; its size selects the options of the reader.
#include "fuzz/target.hpp"
#include "idn/ilda/reader.hpp"
#include "idn/ilda/writer.hpp"

namespace idn::fuzz {
namespace {

using namespace ilda;

/// A format with true colours, in which a copy is exact.
Format exact(Format format) {
  return is_3d(format) ? Format::TrueColour3d : Format::TrueColour2d;
}

void check_frame(const Frame& frame) {
  require(is_frame(frame.format));
  require(!frame.points.empty() && frame.points.size() <= SectionHeader::kMaxRecords);
  for (const auto& point : frame.points)
    require(!point.blanked || (point.r == 0 && point.g == 0 && point.b == 0));
}

struct Copy {
  std::vector<Frame> frames;
  std::size_t points = 0;
  std::size_t largest = 0;
};

Copy read_all(Reader& reader) {
  Copy copy;
  Frame frame;
  while (reader.next(frame)) {
    check_frame(frame);
    copy.points += frame.points.size();
    copy.largest = std::max(copy.largest, frame.points.size());
    copy.frames.push_back(frame);
  }
  require(!reader.next(frame));
  return copy;
}

void check_survey(const Survey& survey, const Copy& copy) {
  require(survey.frames == copy.frames.size() && survey.points == copy.points);
  require(survey.largest_frame == copy.largest);
  if (!copy.frames.empty()) require(survey.first_label == copy.frames.front().label);
}

void check_findings(const Findings& findings) {
  for (const FileFinding& finding : findings.kept()) require(!to_string(finding).empty());
  require(findings.total() >= findings.kept().size());
}

/// Frames that were read can be written; read again, they are the same and have no findings.
void check_writer(const std::vector<Frame>& frames) {
  Writer writer;
  for (const Frame& frame : frames)
    require(writer.add_frame(exact(frame.format), frame.points, frame.label) == 1);
  const auto file = writer.finish();
  auto reader = Reader::open(file);
  require(reader.has_value());
  const Copy copy = read_all(*reader);
  require(reader->findings().empty() && copy.frames.size() == frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    require(copy.frames[i].label == frames[i].label);
    require(copy.frames[i].points == frames[i].points);
  }
}

}  // namespace

void run_ilda(ConstBytes input) {
  const ReaderOptions options{
      .default_palette = input.size() % 2 == 0 ? DefaultPalette::Ilda64 : DefaultPalette::Obsolete256,
      .swap_red_blue = input.size() / 2 % 2 != 0};
  auto reader = Reader::open(input, options);
  const auto found = survey(input);
  require(reader.has_value() == found.has_value());
  if (!reader) return;
  const Copy copy = read_all(*reader);
  check_survey(*found, copy);
  check_findings(reader->findings());
  check_findings(found->findings);
  check_writer(copy.frames);
}

}  // namespace idn::fuzz
