// SPDX-License-Identifier: MIT
#include "idn/ilda/reader.hpp"

#include <numeric>

namespace idn::ilda {
namespace {

std::string counted(std::size_t count, const char* noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string consequence(FileFindingKind kind) {
  switch (kind) {
    case FileFindingKind::TruncatedHeader:
    case FileFindingKind::HeaderWithoutData:
    case FileFindingKind::UnreadableRest:
      return "taken as the end of the file";
    case FileFindingKind::TruncatedSection:
      return "the rest is cut off";
    case FileFindingKind::NoEndHeader:
      return "taken as complete";
    case FileFindingKind::SkippedOctets:
    case FileFindingKind::WrappedCount:
    case FileFindingKind::UnknownFormat:
      return "skipped up to the next section";
    case FileFindingKind::OctetsAfterEnd:
      return "ignored";
    case FileFindingKind::LongPalette:
      return "the rest is ignored";
    case FileFindingKind::IndexWrapped:
      return "counted again from index 0";
    case FileFindingKind::IndexShownWhite:
      return "shown in white";
    case FileFindingKind::MissingLastPoint:
    case FileFindingKind::EarlyLastPoint:
      return "read by its record count";
    case FileFindingKind::NothingLit:
      return "shown dark";
    case FileFindingKind::SmallPicture:
      return "full power on one place; if pixels were taken for coordinates, scale them up";
  }
  return "kept as it is";
}

std::string observation(const FileFinding& finding) {
  const std::string at = " at " + std::to_string(finding.offset);
  const std::string announced = std::to_string(finding.announced);
  const std::string present = std::to_string(finding.present);
  switch (finding.kind) {
    case FileFindingKind::TruncatedHeader:
      return "header" + at + " is cut after " + counted(finding.present, "octet");
    case FileFindingKind::TruncatedSection:
    case FileFindingKind::HeaderWithoutData:
      return "section" + at + " announces " + counted(finding.announced, "record") + ", the file holds " +
             present;
    case FileFindingKind::NoEndHeader:
      return "file ends" + at + " without an end header";
    case FileFindingKind::SkippedOctets:
    case FileFindingKind::UnreadableRest:
      return counted(finding.present, "octet") + at + " without a section";
    case FileFindingKind::WrappedCount:
      return "section" + at + " announces " + announced + " records and has " + present +
             ", more than a section can count";
    case FileFindingKind::UnknownFormat:
      return "section" + at + " has the unknown format " + announced;
    case FileFindingKind::OctetsAfterEnd:
      return counted(finding.present, "octet") + at + " after the end header";
    case FileFindingKind::LongPalette:
      return "palette" + at + " has " + announced + " colours, more than " + present;
    case FileFindingKind::IndexWrapped:
    case FileFindingKind::IndexShownWhite:
      return "frame" + at + " has " + counted(finding.present, "lit point") + " with an index beyond the " +
             counted(finding.announced, "colour") + " of its palette";
    case FileFindingKind::MissingLastPoint:
      return "frame" + at + " does not mark its last point";
    case FileFindingKind::EarlyLastPoint:
      return "frame" + at + " marks point " + present + " of " + announced + " as its last";
    case FileFindingKind::NothingLit:
      return "none of the " + counted(finding.present, "point") + " is lit";
    case FileFindingKind::SmallPicture:
      return "all light is within " + present + " of " + announced + " coordinates";
  }
  return "unknown finding" + at;
}

}  // namespace

std::string to_string(const FileFinding& finding) {
  return observation(finding) + "; " + consequence(finding.kind);
}

void Findings::add(const FileFinding& finding) noexcept {
  std::size_t& count = counts_[static_cast<std::size_t>(finding.kind)];
  if (count++ < kKeptPerKind) kept_[kept_count_++] = finding;
}

std::size_t Findings::total() const noexcept {
  return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
}

}  // namespace idn::ilda
