// SPDX-License-Identifier: MIT
#include "idn/ilda/reader.hpp"

#include <numeric>

namespace idn::ilda {
namespace {

std::string counted(std::size_t count, const char* noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string consequence(FindingKind kind) {
  switch (kind) {
    case FindingKind::TruncatedHeader:
    case FindingKind::HeaderWithoutData:
    case FindingKind::UnreadableRest:
      return "taken as the end of the file";
    case FindingKind::TruncatedSection:
      return "the rest is cut off";
    case FindingKind::NoEndHeader:
      return "taken as complete";
    case FindingKind::SkippedOctets:
    case FindingKind::WrappedCount:
    case FindingKind::UnknownFormat:
      return "skipped up to the next section";
    case FindingKind::OctetsAfterEnd:
      return "ignored";
    case FindingKind::LongPalette:
      return "the rest is ignored";
    case FindingKind::IndexWrapped:
      return "counted again from index 0";
    case FindingKind::IndexShownWhite:
      return "shown in white";
    case FindingKind::MissingLastPoint:
    case FindingKind::EarlyLastPoint:
      return "read by its record count";
    case FindingKind::NothingLit:
      return "shown dark";
    case FindingKind::SmallPicture:
      return "full power on one place; if pixels were taken for coordinates, scale them up";
  }
  return "kept as it is";
}

std::string observation(const Finding& finding) {
  const std::string at = " at " + std::to_string(finding.offset);
  const std::string announced = std::to_string(finding.announced);
  const std::string present = std::to_string(finding.present);
  switch (finding.kind) {
    case FindingKind::TruncatedHeader:
      return "header" + at + " is cut after " + counted(finding.present, "octet");
    case FindingKind::TruncatedSection:
    case FindingKind::HeaderWithoutData:
      return "section" + at + " announces " + counted(finding.announced, "record") + ", the file holds " +
             present;
    case FindingKind::NoEndHeader:
      return "file ends" + at + " without an end header";
    case FindingKind::SkippedOctets:
    case FindingKind::UnreadableRest:
      return counted(finding.present, "octet") + at + " without a section";
    case FindingKind::WrappedCount:
      return "section" + at + " announces " + announced + " records and has " + present +
             ", more than a section can count";
    case FindingKind::UnknownFormat:
      return "section" + at + " has the unknown format " + announced;
    case FindingKind::OctetsAfterEnd:
      return counted(finding.present, "octet") + at + " after the end header";
    case FindingKind::LongPalette:
      return "palette" + at + " has " + announced + " colours, more than " + present;
    case FindingKind::IndexWrapped:
    case FindingKind::IndexShownWhite:
      return "frame" + at + " has " + counted(finding.present, "lit point") + " with an index beyond the " +
             counted(finding.announced, "colour") + " of its palette";
    case FindingKind::MissingLastPoint:
      return "frame" + at + " does not mark its last point";
    case FindingKind::EarlyLastPoint:
      return "frame" + at + " marks point " + present + " of " + announced + " as its last";
    case FindingKind::NothingLit:
      return "none of the " + counted(finding.present, "point") + " is lit";
    case FindingKind::SmallPicture:
      return "all light is within " + present + " of " + announced + " coordinates";
  }
  return "unknown finding" + at;
}

}  // namespace

std::string to_string(const Finding& finding) {
  return observation(finding) + "; " + consequence(finding.kind);
}

void Findings::add(const Finding& finding) noexcept {
  std::size_t& count = counts_[static_cast<std::size_t>(finding.kind)];
  if (count++ < kKeptPerKind) kept_[kept_count_++] = finding;
}

std::size_t Findings::total() const noexcept {
  return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
}

}  // namespace idn::ilda
