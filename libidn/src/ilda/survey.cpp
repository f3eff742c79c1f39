// SPDX-License-Identifier: MIT
#include "idn/ilda/survey.hpp"

#include <algorithm>

#include "ilda/section_cursor.hpp"

namespace idn::ilda {
namespace {

void count_frame(Survey& survey, const Section& section) noexcept {
  if (survey.frames == 0) survey.first_label = section.header.label;
  ++survey.frames;
  survey.points += section.records;
  survey.largest_frame = std::max(survey.largest_frame, section.records);
  survey.projectors.set(section.header.label.projector);
}

}  // namespace

Result<Survey> survey(ConstBytes file) noexcept {
  if (!has_signature(file)) return fail(Errc::NotIlda);
  Survey survey;
  SectionCursor cursor(file);
  while (const auto section = cursor.next(survey.findings)) {
    survey.formats.set(static_cast<std::size_t>(section->header.format));
    if (section->header.format == Format::Palette)
      ++survey.palettes;
    else
      count_frame(survey, *section);
  }
  return survey;
}

}  // namespace idn::ilda
