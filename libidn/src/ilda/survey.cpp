// SPDX-License-Identifier: MIT
#include "idn/ilda/reader.hpp"

#include <algorithm>
#include <utility>

#include "ilda/section_cursor.hpp"

namespace idn::ilda {
namespace {

/// The extent of what is lit, in coordinates.
class LitExtent {
 public:
  void add(const std::vector<Point>& points) noexcept {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].is_dark()) continue;
      take(points[i]);
      if (i > 0) take(points[i - 1]);  // the lit line comes from there
    }
  }

  bool is_none() const noexcept { return left_ > right_; }
  std::size_t extent() const noexcept {
    return static_cast<std::size_t>(std::max(right_ - left_, top_ - bottom_));
  }

 private:
  void take(const Point& point) noexcept {
    left_ = std::min<int>(left_, point.x);
    right_ = std::max<int>(right_, point.x);
    bottom_ = std::min<int>(bottom_, point.y);
    top_ = std::max<int>(top_, point.y);
  }

  int left_ = 65'536, right_ = -65'536, bottom_ = 65'536, top_ = -65'536;
};

constexpr std::size_t kWidth = 65'536;
constexpr std::size_t kSmall = kWidth / 20;

void count_sections(ConstBytes file, Survey& survey) noexcept {
  SectionCursor cursor(file);
  Findings findings;  // the reader has them too
  while (const auto section = cursor.next(findings)) {
    survey.formats.set(static_cast<std::size_t>(section->header.format));
    if (section->header.format == Format::Palette) ++survey.palettes;
  }
}

void count_frame(Survey& survey, const Frame& frame) noexcept {
  if (survey.frames == 0) survey.first_label = frame.label;
  ++survey.frames;
  survey.points += frame.points.size();
  survey.largest_frame = std::max(survey.largest_frame, frame.points.size());
  survey.projectors.set(frame.label.projector);
}

}  // namespace

FormatResult<Survey> survey(ConstBytes file) {
  auto reader = Reader::open(file);
  if (!reader) return tl::unexpected(reader.error());
  Survey survey;
  count_sections(file, survey);
  LitExtent light;
  for (Frame frame; reader->next(frame);) {
    count_frame(survey, frame);
    light.add(frame.points);
  }
  survey.findings = reader->findings();
  if (light.is_none() && survey.points > 0)
    survey.findings.add({FileFindingKind::NothingLit, 0, 0, survey.points});
  else if (survey.points > 0 && light.extent() < kSmall)
    survey.findings.add({FileFindingKind::SmallPicture, 0, kWidth, light.extent()});
  return survey;
}

}  // namespace idn::ilda
