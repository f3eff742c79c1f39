// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/ilda/findings.hpp"
#include "idn/ilda/palette.hpp"
#include "idn/ilda/point.hpp"
#include "idn/ilda/section.hpp"
#include "idn/ilda/section_cursor.hpp"
#include "idn/result.hpp"

namespace idn::ilda {

/// One picture. Kept by the caller and handed to the reader again, so that its points are allocated once.
struct Frame {
  Format format{};            ///< of its section
  Label label;                ///< names and numbers of its section
  std::uint16_t number = 0;   ///< as the file says; the order in the file is what counts
  std::vector<Point> points;  ///< 1..65535; a single point is legal: show it as a dot
};

/// How what a file leaves open is read.
struct ReaderOptions {
  /// For indexed colours while the file has brought none.
  DefaultPalette default_palette = DefaultPalette::Ilda64;
  /// For files of programs that mixed up the order; built-in palettes stay as they are.
  bool swap_red_blue = false;
};

/// Decodes the frames of a file one by one, in file order, each with the palette in force for its projector.
///
/// A view: the file must outlive the reader, which holds about 6 KiB and no index of the file. Any octets are
/// safe to read.
/// Threads: one owner. Real-time: no (heap, while frames grow).
class Reader {
 public:
  /// @return Errc::NotIlda when the file does not start with a section, as an empty file does not. A file
  /// without frames is no error.
  static Result<Reader> open(ConstBytes file, const ReaderOptions& options = {}) noexcept;

  /// Decodes the next frame into `frame`; false at the end of the file, which leaves `frame` as it is.
  /// Allocates only when a frame has more points than `frame` ever held.
  bool next(Frame& frame);

  /// Back to the first frame, with the palettes and the findings of a new reader.
  void rewind() noexcept;

  /// What was unusual since open() or rewind(), up to where next() has come.
  const Findings& findings() const noexcept { return findings_; }

 private:
  Reader(ConstBytes file, const ReaderOptions& options) noexcept;
  void decode_points(const Section& section, std::vector<Point>& points);

  ConstBytes file_;
  ReaderOptions options_;
  SectionCursor cursor_;
  Findings findings_;
  std::array<ConstBytes, 256>
      palettes_{};  ///< by projector: the palette records in force, none before the first
};

}  // namespace idn::ilda
