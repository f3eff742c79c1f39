// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "idn/bytes.hpp"
#include "idn/ilda/reader.hpp"
#include "idn/ilda/section.hpp"

namespace idn::ilda {

/// A section with a known format and at least one complete record.
struct Section {
  std::size_t offset = 0;   ///< of the header, from the start of the file
  std::size_t records = 0;  ///< complete ones; fewer than header.records if the file is truncated
  SectionHeader header;     ///< as in the file
  ConstBytes data{};        ///< exactly the complete records; a view of the file

  /// Whether records are missing at the end of the file.
  constexpr bool is_cut() const noexcept { return records < header.records; }
};

/// Iterates over the sections of a file and tolerates damage: continues at the next signature after padding,
/// garbage or a section of unknown format; keeps the complete records of a truncated section; and ends at a
/// header with a record count of 0, or after which the file has no complete record.
///
/// The file must outlive the cursor. The work of a whole pass is linear in the file size.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class SectionCursor {
 public:
  /// Starts at the first section.
  explicit SectionCursor(ConstBytes file) noexcept : file_(file) {}

  /// The next section; nothing at the end of the file. Adds the deviations found on the way to `findings`.
  std::optional<Section> next(Findings& findings) noexcept;

 private:
  ConstBytes rest() const noexcept { return file_.subspan(position_); }
  bool reach_header(Findings& findings) noexcept;
  bool resynchronise(Findings& findings) noexcept;
  void finish_without_end_header(Findings& findings) noexcept;
  void finish_at_end_header(Findings& findings) noexcept;
  std::optional<Section> take_section(const SectionHeader& header, Findings& findings) noexcept;

  ConstBytes file_;
  std::size_t position_ = 0;
  Section last_{};  ///< the one before position_
  bool finished_ = false;
};

}  // namespace idn::ilda
