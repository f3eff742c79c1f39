// SPDX-License-Identifier: MIT
#include "idn/ilda/reader.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "ilda/section_cursor.hpp"
#include "record.hpp"

namespace idn::ilda {
namespace {

/// Decodes the records of one frame into points, and reports their deviations from the format.
class PointDecoder {
 public:
  PointDecoder(const Section& section, const Palette& palette, bool swap_red_blue) noexcept
      : section_(section), palette_(palette), swap_red_blue_(swap_red_blue) {}

  void decode_into(std::span<Point> points) noexcept {
    ByteReader octets(section_.data);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const detail::Record record = detail::Record::decode(section_.header.format, octets);
      points[i] = to_point(record);
      if ((record.status & detail::kLastPoint) != 0) note_last_point(i + 1);
    }
  }

  void report(FileFindingKind beyond_palette, Findings& findings) const noexcept {
    if (lit_beyond_palette_ > 0)
      findings.add({beyond_palette, section_.offset, palette_.size(), lit_beyond_palette_});
    if (early_last_point_ > 0)
      findings.add(
          {FileFindingKind::EarlyLastPoint, section_.offset, section_.header.records, early_last_point_});
    if (!last_is_marked_ && !section_.is_cut())
      findings.add({FileFindingKind::MissingLastPoint, section_.offset});
  }

 private:
  Point to_point(const detail::Record& record) noexcept {
    Point point{
        .x = record.x, .y = record.y, .z = record.z, .blanked = (record.status & detail::kBlanked) != 0};
    if (point.blanked) return point;  // black, whatever colour the record has
    const Rgb colour = colour_of(record);
    point.r = swap_red_blue_ ? colour.b : colour.r;
    point.g = colour.g;
    point.b = swap_red_blue_ ? colour.r : colour.b;
    return point;
  }

  Rgb colour_of(const detail::Record& record) noexcept {
    if (!is_indexed(section_.header.format)) return record.colour;
    if (record.index >= palette_.size()) ++lit_beyond_palette_;
    return palette_[record.index];
  }

  void note_last_point(std::size_t place) noexcept {
    if (place == section_.header.records)
      last_is_marked_ = true;
    else if (early_last_point_ == 0)
      early_last_point_ = place;
  }

  const Section& section_;
  const Palette& palette_;
  bool swap_red_blue_;
  std::size_t lit_beyond_palette_ = 0;
  std::size_t early_last_point_ = 0;  ///< number, from 1, of the first point with that bit; 0: none
  bool last_is_marked_ = false;
};

}  // namespace

struct Reader::State {
  State(ConstBytes octets, const ReaderOptions& given) noexcept
      : file(octets), options(given), cursor(octets) {}

  void decode_points(const Section& section, std::vector<Point>& points);

  ConstBytes file;
  ReaderOptions options;
  SectionCursor cursor;
  Findings findings;
  /// By projector: the records of its palette in force; empty before the first one.
  std::array<ConstBytes, 256> palettes{};
};

Reader::Reader(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

FormatResult<Reader> Reader::open(ConstBytes file, const ReaderOptions& options) {
  if (!has_signature(file)) return fail(Errc::NotIlda);
  return Reader(std::make_unique<State>(file, options));
}

bool Reader::next(Frame& frame) {
  while (const auto section = state_->cursor.next(state_->findings)) {
    const SectionHeader& header = section->header;
    if (header.format == Format::Palette) {
      state_->palettes[header.label.projector] = section->data;
      continue;
    }
    frame.format = header.format;
    frame.label = header.label;
    frame.number = header.number;
    state_->decode_points(*section, frame.points);
    return true;
  }
  return false;
}

void Reader::State::decode_points(const Section& section, std::vector<Point>& points) {
  points.resize(section.records);
  const ConstBytes records = palettes[section.header.label.projector];
  const bool is_built_in = records.empty();
  const bool has_own_colours = !is_indexed(section.header.format) || !is_built_in;
  const Palette palette = is_built_in ? default_palette(options.default_palette) : decode_palette(records);
  PointDecoder decoder(section, palette, options.swap_red_blue && has_own_colours);
  decoder.decode_into(points);
  decoder.report(is_built_in ? FileFindingKind::IndexWrapped : FileFindingKind::IndexShownWhite, findings);
}

void Reader::rewind() noexcept {
  *state_ = State(state_->file, state_->options);
}

const Findings& Reader::findings() const noexcept {
  return state_->findings;
}

}  // namespace idn::ilda
