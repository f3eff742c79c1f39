// SPDX-License-Identifier: MIT
#include "idn/ilda/writer.hpp"

#include <algorithm>
#include <utility>

#include "record.hpp"

namespace idn::ilda {
namespace {

constexpr std::size_t kMaxFramesPerSequence = 65535;
constexpr std::size_t kMinPaletteSize = 2;

detail::Record to_record(const Point& point, Format format, const Palette& palette) noexcept {
  detail::Record record{.x = point.x, .y = point.y, .z = point.z};
  const Rgb colour{point.r, point.g, point.b};
  if (point.blanked) {
    record.status = detail::kBlanked;
  } else if (!is_indexed(format)) {
    record.colour = colour;
  } else {
    // Palettes need not have a black entry; without this test a dark point would get a visible colour.
    const std::uint8_t index = palette.nearest(colour);
    const bool is_dark = squared_distance(colour, Rgb{}) < squared_distance(colour, palette[index]);
    if (is_dark)
      record.status = detail::kBlanked;
    else
      record.index = index;
  }
  return record;
}

void write_header(const SectionHeader& header, std::vector<std::byte>& file, std::size_t offset) {
  ByteWriter out(MutableBytes(file).subspan(offset, SectionHeader::kSize));
  header.encode(out);
}

}  // namespace

std::size_t Writer::add_frame(Format format, std::span<const Point> points, const Label& label) {
  if (!is_frame(format)) return 0;
  // Equal parts, since a last part of a single point would be rejected by some readers.
  const std::size_t parts = (points.size() + SectionHeader::kMaxRecords - 1) / SectionHeader::kMaxRecords;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = points.size() * part / parts;
    const std::size_t end = points.size() * (part + 1) / parts;
    append_frame(format, points.subspan(begin, end - begin), label);
  }
  return parts;
}

void Writer::append_frame(Format format, std::span<const Point> points, const Label& label) {
  if (sequence_.size() == kMaxFramesPerSequence) begin_sequence();
  const auto number = static_cast<std::uint16_t>(sequence_.size());
  sequence_.push_back(file_.size());
  last_format_ = format;
  const Palette& palette = palette_of(label.projector);
  ByteWriter records(append_section({format, label, static_cast<std::uint16_t>(points.size()), number}));
  for (std::size_t i = 0; i < points.size(); ++i) {
    detail::Record record = to_record(points[i], format, palette);
    if (i + 1 == points.size()) record.status |= detail::kLastPoint;
    record.encode(format, records);
  }
}

std::size_t Writer::add_palette(std::span<const Rgb> colours, const Label& label) {
  if (colours.empty()) return 0;
  const Palette palette(colours);
  const std::size_t size = std::max(palette.size(), kMinPaletteSize);
  ByteWriter records(
      append_section({Format::Palette, label, static_cast<std::uint16_t>(size), palettes_written_++}));
  for (std::size_t i = 0; i < size; ++i) {
    const Rgb colour = palette[static_cast<std::uint8_t>(i)];
    records.write(colour.r);
    records.write(colour.g);
    records.write(colour.b);
  }
  palettes_.insert_or_assign(label.projector, palette);
  return size;
}

void Writer::begin_sequence() {
  for (const std::size_t offset : sequence_) {
    ByteReader in(ConstBytes(file_).subspan(offset));
    SectionHeader header = *SectionHeader::decode(in);
    header.total = static_cast<std::uint16_t>(sequence_.size());
    write_header(header, file_, offset);
  }
  sequence_.clear();
}

std::vector<std::byte> Writer::finish(std::optional<Format> end_format) {
  begin_sequence();
  append_section({.format = end_format.value_or(last_format_)});
  return std::exchange(*this, Writer{}).file_;
}

/// @return room for the records, which the caller fills; valid until the next section is appended
MutableBytes Writer::append_section(const SectionHeader& header) {
  const std::size_t offset = file_.size();
  file_.resize(offset + SectionHeader::kSize + header.records * record_size(header.format));
  write_header(header, file_, offset);
  return std::span(file_).subspan(offset + SectionHeader::kSize);
}

const Palette& Writer::palette_of(std::uint8_t projector) const {
  const auto own = palettes_.find(projector);
  return own == palettes_.end() ? default_palette(DefaultPalette::Ilda64) : own->second;
}

}  // namespace idn::ilda
