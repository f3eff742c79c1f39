// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "idn/export.hpp"
#include "idn/ilda/section.hpp"

namespace idn::ilda {

/// Builds an .ild file in memory that strict readers accept, too: reserved octets are zero, totals are correct,
/// only the last point of a frame has the last-point bit, blanked points are black, and there is an end header.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT Writer {
 public:
  /// Appends a frame in one of the four frame formats. The 2D formats drop Z. The indexed formats use the
  /// nearest colour of the palette that was added last for the projector, else of DefaultPalette::Ilda64;
  /// points whose colour is nearer to black than to all of these are blanked. More than 65535 points become
  /// several frames of about equal size.
  /// @return frames written; 0 without points or with a format that is not a frame's (nothing is written then).
  std::size_t add_frame(Format format, std::span<const Point> points, const Label& label = {});

  /// Appends a palette for all later indexed frames of the same projector. A palette has 2..256 colours: those
  /// after the first 256 are left out; white is added to a single one.
  /// @return colours written; 0 without colours (nothing is written then).
  std::size_t add_palette(std::span<const Rgb> colours, const Label& label = {});

  /// Later frames form a new sequence: they are numbered from 0 and have a total of their own. After 65535
  /// frames, the most that a header can state, a new sequence begins by itself.
  void begin_sequence();

  /// Returns the finished file; the writer is empty afterwards.
  /// @param end_format of the end header; by default that of the last frame. Serves to reproduce a file with
  ///        another format there octet by octet.
  std::vector<std::byte> finish(std::optional<Format> end_format = std::nullopt);

 private:
  MutableBytes append_section(const SectionHeader& header);
  void append_frame(Format format, std::span<const Point> points, const Label& label);
  const Palette& palette_of(std::uint8_t projector) const;

  std::vector<std::byte> file_;
  std::vector<std::size_t> sequence_;  ///< offsets of the headers to which the total is written at its end
  std::map<std::uint8_t, Palette> palettes_;
  std::uint16_t palettes_written_ = 0;
  Format last_format_ = Format::TrueColour2d;
};

}  // namespace idn::ilda
