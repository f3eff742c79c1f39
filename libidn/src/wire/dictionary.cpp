// SPDX-License-Identifier: MIT
#include "idn/wire/dictionary.hpp"

namespace idn::wire {
namespace {

constexpr std::uint8_t category(std::uint16_t tag) {
  return static_cast<std::uint8_t>(tag >> 12);
}
constexpr std::uint8_t subcategory(std::uint16_t tag) {
  return (tag >> 8) & 0xF;
}

/// Whether the specification defines this pair of category and subcategory as an octet descriptor.
constexpr bool describes_octet(std::uint16_t tag) {
  if (category(tag) == 4) return subcategory(tag) <= 2;
  return category(tag) == 5 && (subcategory(tag) <= 3 || subcategory(tag) == 0xC);
}

constexpr bool is_wavelength(std::uint16_t tag) {
  return category(tag) == 5 && subcategory(tag) <= 3;
}

constexpr FieldKind kind_of(std::uint16_t tag) {
  switch (tag) {
    case tag::kX:
      return FieldKind::X;
    case tag::kY:
      return FieldKind::Y;
    case tag::kZ:
      return FieldKind::Z;
    case tag::kXPrime:
      return FieldKind::XPrime;
    case tag::kHint:
      return FieldKind::Hint;
    case tag::kHintWithShutter:
      return FieldKind::HintWithShutter;
    case tag::kIntensity:
      return FieldKind::Intensity;
    case tag::kWavelengthPrefix:
      return FieldKind::WavelengthPrefix;
    case tag::kWavelengthFromSample:
      return FieldKind::ColourFromPrefix;
    default:
      return is_wavelength(tag) ? FieldKind::Colour : FieldKind::Ignored;
  }
}

/// The field as a left-aligned 16-bit value: a missing low octet is zero, octets after the second are ignored.
std::uint16_t aligned(const std::byte* sample, const SampleField& field) {
  const auto high = std::to_integer<unsigned>(sample[field.offset]);
  const auto low = field.width > 1 ? std::to_integer<unsigned>(sample[field.offset + 1]) : 0u;
  return static_cast<std::uint16_t>(high << 8 | low);
}

/// The field as a 16-bit colour: 8-bit full scale stays full scale, 255 becomes 65535.
std::uint16_t scaled(const std::byte* sample, const SampleField& field) {
  const auto value = aligned(sample, field);
  return field.width > 1 ? value : static_cast<std::uint16_t>((value >> 8) * 257u);
}

/// To which primaries a laser line is mapped: to that of its range, or to both if it lies between two.
struct Primaries {
  explicit constexpr Primaries(unsigned nm)
      : red(nm >= 570 && nm <= 700), green(nm >= 476 && nm <= 590), blue(nm >= 380 && nm <= 499) {}
  bool red;
  bool green;
  bool blue;
};

void add_line(LaserSample& sample, unsigned nm, std::uint16_t value) {
  const Primaries lit(nm);
  const auto raise = [value](bool is_lit, std::uint16_t& primary) {
    if (is_lit) primary = std::max(primary, value);
  };
  raise(lit.red, sample.r);
  raise(lit.green, sample.g);
  raise(lit.blue, sample.b);
}

std::uint16_t line_of(const LaserSample& sample, unsigned nm) {
  const Primaries lit(nm);
  if (!lit.red && !lit.green && !lit.blue) return 0;
  return std::min({lit.red ? sample.r : std::uint16_t{0xFFFF}, lit.green ? sample.g : std::uint16_t{0xFFFF},
                   lit.blue ? sample.b : std::uint16_t{0xFFFF}});
}

constexpr unsigned kOpenShutterBit = 1;

/// @param hint shutter and scales of one sample (section 2.9)
void apply_hint(unsigned hint, LaserSample& sample) {
  const unsigned colour_shift = 2 * (hint >> 6);
  for (auto* colour : {&sample.r, &sample.g, &sample.b, &sample.u1, &sample.u2, &sample.u3})
    *colour =
        (hint & kOpenShutterBit) == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(*colour >> colour_shift);
}

}  // namespace

FormatResult<SampleLayout> SampleLayout::from_dictionary(ConstBytes tags) noexcept {
  SampleLayout layout;
  ByteReader in(tags);
  while (in.remaining() >= 2) {
    const std::size_t at = in.position();
    const auto tag = in.read<std::uint16_t>();
    if (category(tag) == 0 && subcategory(tag) == 0) {
      in.skip(std::size_t{2} * (tag & 0xFu));
      if (!in.ok()) return fail(Errc::BadDictionary, at);
    } else if (tag == tag::kBreak) {
      if (!layout.add_break()) return fail(Errc::BadDictionary, at);
    } else if (describes_octet(tag)) {
      if (const auto added = layout.add_octet(tag, at); !added) return tl::unexpected(added.error());
    } else if (category(tag) != 1 || subcategory(tag) > 1) {
      return fail(Errc::UnknownTag, at);
    }
  }
  if (!layout.is_complete()) return fail(Errc::BadDictionary, tags.size());
  layout.assign_user_channels();
  return layout;
}

/// Adds a field of width 0, so that a precision tag after the break does not extend a field before it.
bool SampleLayout::add_break() noexcept {
  if (field_count_ == kMaxFields) return false;
  fields_[field_count_++] = {FieldKind::Ignored, 0, static_cast<std::uint16_t>(sample_size_), 0};
  after_break_ = true;
  return true;
}

FormatResult<void> SampleLayout::add_octet(std::uint16_t tag, std::size_t tag_offset) noexcept {
  const bool refines = tag == tag::kPrecision;
  if (refines && sample_size_ == 0) return fail(Errc::BadDictionary, tag_offset);
  const auto offset = static_cast<std::uint16_t>(sample_size_++);
  if (refines) {
    SampleField& previous = fields_[field_count_ - 1];
    if (previous.width < 0xFF) ++previous.width;
    return {};
  }
  if (field_count_ == kMaxFields) return fail(Errc::BadDictionary, tag_offset);
  FieldKind kind = after_break_ ? FieldKind::Ignored : kind_of(tag);
  const bool after_prefix = field_count_ > 0 && fields_[field_count_ - 1].kind == FieldKind::WavelengthPrefix;
  if (kind == FieldKind::ColourFromPrefix && !after_prefix) kind = FieldKind::Ignored;
  fields_[field_count_++] = {kind, 1, offset, static_cast<std::uint16_t>(tag & 0x3FF)};
  return {};
}

bool SampleLayout::has(FieldKind kind) const noexcept {
  return std::ranges::find(fields(), kind, &SampleField::kind) != fields().end();
}

bool SampleLayout::is_complete() const noexcept {
  return has(FieldKind::X) && has(FieldKind::Y) && (has(FieldKind::Colour) || has(FieldKind::ColourFromPrefix));
}

bool SampleLayout::has_line(unsigned from_nm, unsigned to_nm) const noexcept {
  return std::ranges::any_of(fields(), [=](const SampleField& f) {
    return f.kind == FieldKind::Colour && f.wavelength_nm >= from_nm && f.wavelength_nm <= to_nm &&
           f.wavelength_nm != (tag::kDeepBlue & 0x3FF);
  });
}

void SampleLayout::assign_user_channels() noexcept {
  const bool red = has_line(591, 700);
  const bool green = has_line(500, 569);
  const bool blue = has_line(380, 475);
  for (SampleField& field : std::span(fields_).first(field_count_)) {
    if (field.kind != FieldKind::Colour) continue;
    if (field.wavelength_nm == (tag::kDeepBlue & 0x3FF) && blue) field.kind = FieldKind::DeepBlue;
    if (field.wavelength_nm == (tag::kYellow & 0x3FF) && red && green) field.kind = FieldKind::Yellow;
    if (field.wavelength_nm == (tag::kCyan & 0x3FF) && green && blue) field.kind = FieldKind::Cyan;
  }
}

LaserSample SampleLayout::decode_one(const std::byte* sample) const noexcept {
  LaserSample result;
  std::optional<std::uint16_t> intensity;
  unsigned prefix_nm = 0;
  unsigned hint = kOpenShutterBit;
  for (const SampleField& field : fields()) {
    switch (field.kind) {
      case FieldKind::X:
        result.x = static_cast<std::int16_t>(aligned(sample, field));
        break;
      case FieldKind::Y:
        result.y = static_cast<std::int16_t>(aligned(sample, field));
        break;
      case FieldKind::Z:
        result.z = static_cast<std::int16_t>(aligned(sample, field));
        break;
      case FieldKind::XPrime:
        result.x_prime = static_cast<std::int16_t>(aligned(sample, field));
        break;
      case FieldKind::Colour:
        add_line(result, field.wavelength_nm, scaled(sample, field));
        break;
      case FieldKind::ColourFromPrefix:
        add_line(result, prefix_nm, scaled(sample, field));
        break;
      case FieldKind::WavelengthPrefix:
        prefix_nm = aligned(sample, field) / 64u;
        break;
      case FieldKind::DeepBlue:
        result.u1 = scaled(sample, field);
        break;
      case FieldKind::Yellow:
        result.u2 = scaled(sample, field);
        break;
      case FieldKind::Cyan:
        result.u3 = scaled(sample, field);
        break;
      case FieldKind::Intensity:
        intensity = scaled(sample, field);
        break;
      case FieldKind::Hint:
        hint = aligned(sample, field) >> 8 | kOpenShutterBit;
        break;
      case FieldKind::HintWithShutter:
        hint = aligned(sample, field) >> 8;
        break;
      case FieldKind::Ignored:
        break;
    }
  }
  apply_hint(hint, result);
  const std::uint16_t full = result.is_dark() ? 0 : 0xFFFF;
  result.intensity = intensity ? static_cast<std::uint16_t>(*intensity >> (2 * ((hint >> 4) & 3))) : full;
  return result;
}

std::size_t SampleLayout::decode(ConstBytes samples, std::span<LaserSample> out) const noexcept {
  const std::size_t count = std::min(samples.size() / sample_size_, out.size());
  for (std::size_t i = 0; i < count; ++i) out[i] = decode_one(samples.data() + i * sample_size_);
  return count;
}

void SampleLayout::encode_one(const LaserSample& s, std::byte* to) const noexcept {
  const auto value_of = [&s](const SampleField& field) -> std::uint16_t {
    switch (field.kind) {
      case FieldKind::X:
        return static_cast<std::uint16_t>(s.x);
      case FieldKind::Y:
        return static_cast<std::uint16_t>(s.y);
      case FieldKind::Z:
        return static_cast<std::uint16_t>(s.z);
      case FieldKind::XPrime:
        return static_cast<std::uint16_t>(s.x_prime);
      case FieldKind::Colour:
        return line_of(s, field.wavelength_nm);
      case FieldKind::DeepBlue:
        return s.u1;
      case FieldKind::Yellow:
        return s.u2;
      case FieldKind::Cyan:
        return s.u3;
      case FieldKind::Intensity:
        return s.intensity;
      case FieldKind::HintWithShutter:
        return kOpenShutterBit << 8;
      default:
        return 0;
    }
  };
  for (const SampleField& field : fields()) {
    const std::uint16_t value = value_of(field);
    for (std::size_t i = 0; i < field.width; ++i)
      to[field.offset + i] = i < 2 ? static_cast<std::byte>(value >> (8 - 8 * i)) : std::byte{0};
  }
}

std::size_t SampleLayout::encode(std::span<const LaserSample> samples, MutableBytes out) const noexcept {
  const std::size_t count = std::min(samples.size(), out.size() / sample_size_);
  for (std::size_t i = 0; i < count; ++i) encode_one(samples[i], out.data() + i * sample_size_);
  return count;
}

}  // namespace idn::wire
