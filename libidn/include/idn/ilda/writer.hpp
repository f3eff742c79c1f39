// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "idn/ilda/palette.hpp"
#include "idn/ilda/point.hpp"
#include "idn/ilda/section.hpp"

namespace idn::ilda {

/// Builds an .ild file in memory that strict readers accept as well: zero reserved octets, true totals, the
/// last-point bit on the last point of a frame and only there, black blanked points, an end header.
/// Threads: one owner. Real-time: no (heap).
class Writer {
 public:
  /// Appends a frame in one of the four frame formats. The 2D formats drop Z. The indexed formats take the
  /// nearest colour of the palette last added for the projector, else of the 64-colour palette; a colour that
  /// is nearer to black than to any of these is blanked. More than 65535 points become several frames of about
  /// equal size.
  /// @return frames written; 0 without points or with a format that is not a frame's (nothing is written then).
  std::size_t add_frame(Format format, std::span<const Point> points, const Label& label = {});

  /// Appends a palette, which holds for the later indexed frames of the same projector. A palette has 2..256
  /// colours: what is more is left out, a single one is followed by white.
  /// @return colours written; 0 without colours (nothing is written then).
  std::size_t add_palette(std::span<const Rgb> colours, const Label& label = {});

  /// Later frames form a new sequence: they count from 0 and have a total of their own. A sequence that reaches
  /// 65535 frames, the most that a header can state, ends by itself.
  void begin_sequence();

  /// The finished file; the writer is as new afterwards. The end header repeats the format of the last frame,
  /// or has `end_format`, with which a file whose end header differs can be reproduced octet by octet.
  std::vector<std::byte> finish(std::optional<Format> end_format = std::nullopt);

 private:
  MutableBytes append_section(const SectionHeader& header);
  void append_frame(Format format, std::span<const Point> points, const Label& label);
  const Palette& palette_of(std::uint8_t projector) const;

  std::vector<std::byte> file_;
  std::vector<std::size_t> sequence_;  ///< header offsets of its frames: their total is known only at its end
  std::map<std::uint8_t, Palette> palettes_;
  std::uint16_t palettes_written_ = 0;
  Format last_format_ = Format::TrueColour2d;
};

}  // namespace idn::ilda
