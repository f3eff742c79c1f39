// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "idn/bytes.hpp"
#include "idn/ilda/findings.hpp"
#include "idn/ilda/section.hpp"

namespace idn::ilda {

/// A section with a known format and at least one complete record.
struct Section {
  std::size_t offset = 0;   ///< of the header, from the start of the file
  std::size_t records = 0;  ///< complete ones; fewer than header.records when the file is cut
  SectionHeader header;     ///< as the file has it
  ConstBytes data{};        ///< exactly the complete records; a view of the file

  /// Whether records are missing.
  constexpr bool is_cut() const noexcept { return records < header.records; }
};

/// Walks the sections of a file and copes with what is wrong between them: it resynchronises on the next
/// signature after padding, garbage or an unknown format, keeps the complete records of a section that the file
/// cuts, and takes a header without records, or with announced records of which none is there, as the end of
/// the file.
///
/// A view: the file must outlive the cursor. The work of a whole pass is linear in the file size.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class SectionCursor {
 public:
  /// At the beginning; `file` outlives it.
  explicit SectionCursor(ConstBytes file) noexcept : file_(file) {}

  /// The next section, or nothing at the end of the file. Adds what is unusual to `findings`, once per pass.
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
  bool finished_ = false;
};

}  // namespace idn::ilda
