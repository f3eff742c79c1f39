// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/ilda/findings.hpp"
#include "idn/ilda/palette.hpp"
#include "idn/ilda/point.hpp"
#include "idn/ilda/section.hpp"
#include "idn/result.hpp"

namespace idn::ilda {

/// One picture. Pass the same object to Reader::next() again, so that its points need not be allocated again.
struct Frame {
  Format format{};            ///< of its section
  Label label;                ///< of its section
  std::uint16_t number = 0;   ///< as in the file; frames are shown in file order, not by this number
  std::vector<Point> points;  ///< 1..65535; a single point is legal: show it as a dot
};

/// How to read what a file does not define.
struct ReaderOptions {
  /// For indexed frames before the first palette for their projector.
  DefaultPalette default_palette = DefaultPalette::Ilda64;
  /// For files of programs that exchange red and blue. Built-in palettes are not affected.
  bool swap_red_blue = false;
};

/// Decodes the frames of a file one by one, in file order, each with the palette in force for its projector.
///
/// The file must outlive the reader, which needs about 6 KiB and has no index of the file. Reading is safe
/// whatever octets the file has.
/// Threads: one owner. Real-time: no (heap, while frames grow).
class Reader {
 public:
  /// @return Errc::NotIlda when the file does not start with a section, for example when it is empty. A file
  ///         without frames is no error.
  static FormatResult<Reader> open(ConstBytes file, const ReaderOptions& options = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  /// Decodes the next frame into `frame`; false at the end of the file, which leaves `frame` as it is.
  /// Allocates only when a frame has more points than `frame` ever held.
  bool next(Frame& frame);

  /// Back to the first frame, with the palettes and the findings of a new reader.
  void rewind() noexcept;

  /// Deviations from the format in what next() has read since open() or rewind().
  const Findings& findings() const noexcept;

 private:
  struct State;
  explicit Reader(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace idn::ilda
