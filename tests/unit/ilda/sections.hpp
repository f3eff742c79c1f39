// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

#include "idn/ilda/reader.hpp"
#include "ilda/section_cursor.hpp"

namespace idn::ilda {

/// Prints values in the messages of failed checks.
inline std::ostream& operator<<(std::ostream& out, const Point& point) {
  return out << '(' << point.x << ' ' << point.y << ' ' << point.z << " rgb " << +point.r << ' ' << +point.g
             << ' ' << +point.b << (point.blanked ? " blanked)" : ")");
}

}  // namespace idn::ilda

/// Builds the octets of .ild files, independently of the writer under test, and reads them.
namespace idn::ilda::test {

using Octets = std::vector<std::byte>;

inline Octets octets(std::initializer_list<unsigned> values) {
  Octets result;
  for (const unsigned value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

inline Octets header(unsigned format, unsigned records, unsigned projector = 0) {
  return octets({'I', 'L', 'D', 'A', 0,         0,   0,   format, 'N', 'A', 'M', 'E',          0,
                 0,   0,   0,   'M', 'A',       'K', 'E', 'R',    0,   0,   0,   records >> 8, records & 0xFF,
                 0,   0,   0,   1,   projector, 0});
}

inline Octets end_header(unsigned format = 5) {
  return header(format, 0);
}

inline Octets join(std::initializer_list<Octets> parts) {
  Octets result;
  for (const Octets& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}

/// A complete section of `records` records, each octet `fill`.
inline Octets section(unsigned format, unsigned records, unsigned fill = 0, unsigned projector = 0) {
  const std::size_t size = records * record_size(static_cast<Format>(format));
  return join({header(format, records, projector), Octets(size, static_cast<std::byte>(fill))});
}

/// A well-made 2D true-colour frame: `points` white points, the last-point bit on the last.
inline Octets white_frame(unsigned points) {
  Octets frame = header(5, points);
  for (unsigned i = 1; i <= points; ++i) {
    const Octets record = octets({0, i >> 8 & 0xFF, 0, i & 0xFF, i == points ? 0x80u : 0u, 255, 255, 255});
    frame.insert(frame.end(), record.begin(), record.end());
  }
  return frame;
}

struct Contents {
  std::vector<Frame> frames;
  Findings findings;

  std::size_t points() const {
    std::size_t sum = 0;
    for (const Frame& frame : frames) sum += frame.points.size();
    return sum;
  }
};

inline Contents read_to_end(Reader& reader) {
  Contents contents;
  for (Frame frame; reader.next(frame);) contents.frames.push_back(frame);
  contents.findings = reader.findings();
  return contents;
}

/// Reads all frames of a file, which must start with a section.
inline Contents read_all(ConstBytes file, const ReaderOptions& options = {}) {
  Reader reader = Reader::open(file, options).value();
  return read_to_end(reader);
}

/// The headers of all sections except the end header.
inline std::vector<SectionHeader> headers(ConstBytes file) {
  std::vector<SectionHeader> found;
  Findings findings;
  SectionCursor cursor(file);
  while (const auto section = cursor.next(findings)) found.push_back(section->header);
  return found;
}

}  // namespace idn::ilda::test
