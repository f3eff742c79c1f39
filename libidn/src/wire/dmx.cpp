// SPDX-License-Identifier: MIT
#include "idn/wire/dmx.hpp"

namespace idn::wire {
namespace {

constexpr std::uint8_t kRestTag = 0x42;
constexpr std::uint8_t kSubsetTag = 0x43;

constexpr bool is_void(std::uint8_t tag) {
  return tag >> 4 == 0;
}

constexpr bool fits(std::size_t base, std::size_t count) {
  return base >= 1 && base + count <= kDmxSlots + 1;
}

void set(DmxLevels& levels, std::size_t base, ConstBytes octets) {
  if (base == DimmerMap::kIgnored) return;
  for (std::size_t i = 0; i < octets.size(); ++i) {
    levels.level[base - 1 + i] = std::to_integer<std::uint8_t>(octets[i]);
    levels.is_set.set(base - 1 + i);
  }
}

/// Reads one tag of the list and adds what it maps; void tags are skipped.
FormatResult<void> take_tag(ByteReader& in, DimmerMap& map) {
  const auto tag = in.read<std::uint8_t>();
  if (is_void(tag)) {
    in.skip(tag);
    return {};
  }
  if (tag != kRestTag && tag != kSubsetTag) return fail(Errc::UnknownTag);
  const auto base = in.read<std::uint16_t>();
  const auto count = tag == kSubsetTag ? in.read<std::uint8_t>() : std::uint8_t{0};
  if (!in.ok()) return fail(Errc::BadDictionary);
  return tag == kSubsetTag ? map.add({base, count}) : map.add_rest(base);
}

}  // namespace

FormatResult<DimmerMap> DimmerMap::from_tags(ConstBytes tags) noexcept {
  DimmerMap map;
  ByteReader in(tags);
  while (in.ok() && in.remaining() > 0) {
    const std::size_t at = in.position();
    if (const auto taken = take_tag(in, map); !taken) return fail(taken.error().code, at);
  }
  if (!in.ok()) return fail(Errc::BadDictionary, tags.size());
  return map;
}

FormatResult<void> DimmerMap::add(Subset subset) noexcept {
  if (rest_ || subset_count_ == kMaxSubsets) return fail(Errc::BadDictionary);
  const bool ignored = subset.base == kIgnored;
  if (subset.count == 0 || (!ignored && !fits(subset.base, subset.count))) return fail(Errc::OutOfRange);
  if (!ignored && claims(subset.base, subset.count)) return fail(Errc::BadDictionary);
  subsets_[subset_count_++] = subset;
  mapped_octets_ += subset.count;
  return {};
}

FormatResult<void> DimmerMap::add_rest(std::uint16_t base) noexcept {
  if (rest_) return fail(Errc::BadDictionary);
  if (base != kIgnored && !fits(base, 1)) return fail(Errc::OutOfRange);
  if (base != kIgnored && claims(base, 1)) return fail(Errc::BadDictionary);
  rest_ = base;
  return {};
}

std::optional<std::uint16_t> DimmerMap::rest() const noexcept {
  return is_default() ? std::uint16_t{1} : rest_;
}

bool DimmerMap::claims(std::size_t base, std::size_t count) const noexcept {
  return std::ranges::any_of(subsets(), [=](const Subset& other) {
    return other.base != kIgnored && base < std::size_t{other.base} + other.count && other.base < base + count;
  });
}

void DimmerMap::encode(ByteWriter& out) const noexcept {
  const std::size_t begin = out.position();
  for (const Subset& subset : subsets()) {
    out.write(kSubsetTag);
    out.write(subset.base);
    out.write(subset.count);
  }
  if (rest_) {
    out.write(kRestTag);
    out.write(*rest_);
  }
  out.fill((4 - (out.position() - begin) % 4) % 4);
}

FormatResult<void> DimmerMap::apply(ConstBytes levels, DmxLevels& out) const noexcept {
  if (levels.size() < mapped_octets_) return fail(Errc::PartialSample, levels.size());
  const ConstBytes unmapped = levels.subspan(mapped_octets_);
  const auto rest_base = rest();
  if (!rest_base && !unmapped.empty()) return fail(Errc::PartialSample, mapped_octets_);
  const bool maps_rest = rest_base && *rest_base != kIgnored && !unmapped.empty();
  if (maps_rest && (!fits(*rest_base, unmapped.size()) || claims(*rest_base, unmapped.size())))
    return fail(Errc::OutOfRange, mapped_octets_);

  out = {};
  for (const Subset& subset : subsets()) {
    set(out, subset.base, levels.first(subset.count));
    levels = levels.subspan(subset.count);
  }
  if (maps_rest) set(out, *rest_base, unmapped);
  return {};
}

}  // namespace idn::wire
