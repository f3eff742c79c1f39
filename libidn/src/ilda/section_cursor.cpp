// SPDX-License-Identifier: MIT
#include "ilda/section_cursor.hpp"

#include <algorithm>
#include <array>

#include "idn/ilda/section.hpp"

namespace idn::ilda {
namespace {

/// A count of records has 16 bits.
constexpr std::size_t kWrap = 65'536;

}  // namespace

std::optional<Section> SectionCursor::next(Findings& findings) noexcept {
  while (!finished_ && reach_header(findings)) {
    ByteReader octets(rest());
    const auto header = SectionHeader::decode(octets);
    // An end header may have any format, since some programs write another one there than in frames.
    if (header->records == 0) {
      finish_at_end_header(findings);
    } else if (record_size(header->format) > 0) {
      return take_section(*header, findings);
    } else {
      findings.add({FileFindingKind::UnknownFormat, position_, static_cast<std::size_t>(header->format)});
      position_ += SectionHeader::kSize;
    }
  }
  return std::nullopt;
}

/// Goes to the next complete header. @return false, and the file is finished, if there is none
bool SectionCursor::reach_header(Findings& findings) noexcept {
  if (rest().size() >= SectionHeader::kSize && !has_signature(rest()) && !resynchronise(findings)) return false;
  if (rest().size() >= SectionHeader::kSize) return true;
  finish_without_end_header(findings);
  return false;
}

bool SectionCursor::resynchronise(Findings& findings) noexcept {
  std::array<std::byte, sizeof(kSignature)> signature{};
  ByteWriter(signature).write(kSignature);
  const ConstBytes unread = rest();
  const auto found = std::search(unread.begin(), unread.end(), signature.begin(), signature.end());
  const auto skipped = static_cast<std::size_t>(found - unread.begin());
  finished_ = found == unread.end();
  const std::size_t size = record_size(last_.header.format), records = size > 0 ? skipped / size : 0;
  if (records > 0 && records % kWrap == 0 && records * size == skipped)
    findings.add({FileFindingKind::WrappedCount, last_.offset, last_.records, last_.records + records});
  else
    findings.add(
        {finished_ ? FileFindingKind::UnreadableRest : FileFindingKind::SkippedOctets, position_, 0, skipped});
  position_ += skipped;
  return !finished_;
}

void SectionCursor::finish_without_end_header(Findings& findings) noexcept {
  finished_ = true;
  const std::size_t left_over = rest().size();
  if (left_over == 0)
    findings.add({FileFindingKind::NoEndHeader, position_});
  else if (has_signature(rest()))
    findings.add({FileFindingKind::TruncatedHeader, position_, SectionHeader::kSize, left_over});
  else
    findings.add({FileFindingKind::UnreadableRest, position_, 0, left_over});
}

void SectionCursor::finish_at_end_header(Findings& findings) noexcept {
  finished_ = true;
  position_ += SectionHeader::kSize;
  if (!rest().empty()) findings.add({FileFindingKind::OctetsAfterEnd, position_, 0, rest().size()});
}

std::optional<Section> SectionCursor::take_section(const SectionHeader& header, Findings& findings) noexcept {
  const std::size_t size = record_size(header.format);
  const ConstBytes behind_header = rest().subspan(SectionHeader::kSize);
  Section section{.offset = position_, .header = header};
  section.records = std::min<std::size_t>(header.records, behind_header.size() / size);
  section.data = behind_header.first(section.records * size);
  position_ += SectionHeader::kSize + section.data.size();
  if (section.is_cut()) {
    finished_ = true;
    const auto kind =
        section.records == 0 ? FileFindingKind::HeaderWithoutData : FileFindingKind::TruncatedSection;
    findings.add({kind, section.offset, header.records, section.records});
  }
  if (header.format == Format::Palette && section.records > Palette::kMaxSize)
    findings.add({FileFindingKind::LongPalette, section.offset, section.records, Palette::kMaxSize});
  last_ = section;
  return section.records == 0 ? std::nullopt : std::optional(section);
}

}  // namespace idn::ilda
