// SPDX-License-Identifier: MIT
#include "idn/wire/sample_codec.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "idn/wire/dictionary.hpp"

namespace idn::wire {
namespace {

template <std::size_t N>
constexpr auto big_endian(const std::array<std::uint16_t, N>& tags) {
  static_assert(N % 2 == 0, "a service configuration consists of 32-bit words");
  std::array<std::byte, 2 * N> octets{};
  for (std::size_t i = 0; i < N; ++i) detail::store_big_endian(octets.data() + 2 * i, tags[i]);
  return octets;
}

using namespace tag;
constexpr auto kXyrgbTags =
    big_endian(std::array<std::uint16_t, 8>{kX, kPrecision, kY, kPrecision, kRed, kGreen, kBlue, kVoid});
constexpr auto kXyrgbiTags =
    big_endian(std::array<std::uint16_t, 8>{kX, kPrecision, kY, kPrecision, kRed, kGreen, kBlue, kIntensity});
constexpr auto kXyrgb16Tags = big_endian(std::array<std::uint16_t, 10>{
    kX, kPrecision, kY, kPrecision, kRed, kPrecision, kGreen, kPrecision, kBlue, kPrecision});
constexpr auto kIspDb25Tags = big_endian(
    std::array<std::uint16_t, 14>{kHintWithShutter, kIntensity, kRed, kGreen, kBlue, kDeepBlue, kYellow, kCyan,
                                  kX, kPrecision, kY, kPrecision, kXPrime, kPrecision});
constexpr auto kExtendedTags = big_endian(std::array<std::uint16_t, 20>{
    kX,         kPrecision, kY,         kPrecision, kRed,       kPrecision, kGreen,
    kPrecision, kBlue,      kPrecision, kIntensity, kPrecision, kDeepBlue,  kPrecision,
    kYellow,    kPrecision, kCyan,      kPrecision, kXPrime,    kPrecision});

std::byte high(std::uint16_t value) {
  return static_cast<std::byte>(value >> 8);
}
std::uint16_t wide(std::byte value) {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(value) * 257u);
}
std::uint16_t full_if_lit(const LaserSample& s) {
  return s.is_dark() ? 0 : 0xFFFF;
}

void put_wide(std::byte* to, auto... values) {
  ((detail::store_big_endian(to, values), to += 2), ...);
}
void put_narrow(std::byte* to, auto... values) {
  ((*to++ = high(values)), ...);
}
void get_wide(const std::byte* from, auto&... values) {
  ((values = detail::load_big_endian<std::remove_reference_t<decltype(values)>>(from), from += 2), ...);
}
void get_narrow(const std::byte* from, auto&... values) {
  ((values = wide(*from++)), ...);
}

constexpr std::byte kShutterOpen{1};

/// A closed shutter makes the sample dark; bits 7-6 scale colours down, bits 5-4 the intensity (section 2.9).
void apply_hint(std::byte hint, LaserSample& s) {
  const auto bits = std::to_integer<unsigned>(hint);
  const bool open = (hint & kShutterOpen) != std::byte{0};
  for (auto* colour : {&s.r, &s.g, &s.b, &s.u1, &s.u2, &s.u3})
    *colour = open ? static_cast<std::uint16_t>(*colour >> 2 * (bits >> 6)) : std::uint16_t{0};
  s.intensity = static_cast<std::uint16_t>(s.intensity >> 2 * (bits >> 4 & 3));
}

void put_xyrgb(const LaserSample& s, std::byte* to) {
  put_wide(to, s.x, s.y);
  put_narrow(to + 4, s.r, s.g, s.b);
}

void put_isp_db25(const LaserSample& s, std::byte* to) {
  to[0] = kShutterOpen;
  put_narrow(to + 1, s.intensity, s.r, s.g, s.b, s.u1, s.u2, s.u3);
  put_wide(to + 8, s.x, s.y, s.x_prime);
}

constexpr std::uint16_t big_endian_word(std::uint16_t word) {
  if constexpr (std::endian::native == std::endian::big) return word;
  return static_cast<std::uint16_t>(word << 8 | word >> 8);
}

/// For formats of 16-bit values, which are laid out as the first members of LaserSample: copies them first,
/// then converts them to network byte order in a loop over adjacent words, which compilers vectorise.
template <std::size_t Size>
void put_words(const LaserSample* __restrict from, std::size_t count, std::byte* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * Size, from + i, Size);
  for (std::byte* at = to; at != to + count * Size; at += sizeof(std::uint16_t)) {
    std::uint16_t word;
    std::memcpy(&word, at, sizeof word);
    word = big_endian_word(word);
    std::memcpy(at, &word, sizeof word);
  }
}

/// Works in blocks: gathers coordinates and colours in two arrays, converts each in a loop that compilers
/// vectorise, and interleaves the results.
void put_xyrgbi(const LaserSample* __restrict from, std::size_t count, std::byte* __restrict to) {
  constexpr std::size_t kBlock = 32, kPlace = 4, kColours = 4;
  std::array<std::uint16_t, 2 * kBlock> places;
  std::array<std::uint16_t, kColours * kBlock> colours;
  std::array<std::byte, kColours * kBlock> octets;
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t size = std::min(kBlock, count - begin);
    for (std::size_t i = 0; i < size; ++i) {
      std::memcpy(&places[2 * i], &from[begin + i].x, kPlace);
      std::memcpy(&colours[kColours * i], &from[begin + i].r, kColours * sizeof(std::uint16_t));
    }
    for (std::size_t i = 0; i < 2 * size; ++i) places[i] = big_endian_word(places[i]);
    for (std::size_t i = 0; i < kColours * size; ++i) octets[i] = high(colours[i]);
    for (std::size_t i = 0; i < size; ++i, to += kPlace + kColours) {
      std::memcpy(to, &places[2 * i], kPlace);
      std::memcpy(to + kPlace, &octets[kColours * i], kColours);
    }
  }
}

/// The layout of LaserSample that the copies above rely on.
static_assert(offsetof(LaserSample, y) == 2 && offsetof(LaserSample, r) == 4 && offsetof(LaserSample, g) == 6 &&
              offsetof(LaserSample, b) == 8 && offsetof(LaserSample, intensity) == 10 &&
              offsetof(LaserSample, u1) == 12 && offsetof(LaserSample, u2) == 14 &&
              offsetof(LaserSample, u3) == 16 && offsetof(LaserSample, x_prime) == 18);

template <SampleFormat F>
LaserSample get(const std::byte* from) {
  LaserSample s;
  if constexpr (F == SampleFormat::IspDb25) {
    get_narrow(from + 1, s.intensity, s.r, s.g, s.b, s.u1, s.u2, s.u3);
    get_wide(from + 8, s.x, s.y, s.x_prime);
    apply_hint(from[0], s);
  } else if constexpr (F == SampleFormat::Extended) {
    get_wide(from, s.x, s.y, s.r, s.g, s.b, s.intensity, s.u1, s.u2, s.u3, s.x_prime);
  } else if constexpr (F == SampleFormat::Xyrgb16) {
    get_wide(from, s.x, s.y, s.r, s.g, s.b);
    s.intensity = full_if_lit(s);
  } else if constexpr (F == SampleFormat::Xyrgbi) {
    get_wide(from, s.x, s.y);
    get_narrow(from + 4, s.r, s.g, s.b, s.intensity);
  } else {
    get_wide(from, s.x, s.y);
    get_narrow(from + 4, s.r, s.g, s.b);
    s.intensity = full_if_lit(s);
  }
  return s;
}

template <SampleFormat F>
std::size_t encode_as(std::span<const LaserSample> samples, MutableBytes out) {
  constexpr std::size_t kSize = sample_size(F);
  const std::size_t count = std::min(samples.size(), out.size() / kSize);
  const LaserSample* __restrict from = samples.data();
  std::byte* __restrict to = out.data();
  if constexpr (F == SampleFormat::Extended || F == SampleFormat::Xyrgb16)
    put_words<kSize>(from, count, to);
  else if constexpr (F == SampleFormat::Xyrgbi)
    put_xyrgbi(from, count, to);
  else
    for (std::size_t i = 0; i < count; ++i)
      F == SampleFormat::IspDb25 ? put_isp_db25(from[i], to + i * kSize) : put_xyrgb(from[i], to + i * kSize);
  return count;
}

template <SampleFormat F>
std::size_t decode_as(ConstBytes octets, std::span<LaserSample> out) {
  constexpr std::size_t kSize = sample_size(F);
  const std::size_t count = std::min(octets.size() / kSize, out.size());
  const std::byte* __restrict from = octets.data();
  LaserSample* __restrict to = out.data();
  for (std::size_t i = 0; i < count; ++i) to[i] = get<F>(from + i * kSize);
  return count;
}

/// Calls `f` with the format as a compile-time constant.
template <class F>
auto with_format(SampleFormat format, F f) {
  using enum SampleFormat;
  switch (format) {
    case Xyrgbi:
      return f(std::integral_constant<SampleFormat, Xyrgbi>{});
    case Xyrgb16:
      return f(std::integral_constant<SampleFormat, Xyrgb16>{});
    case IspDb25:
      return f(std::integral_constant<SampleFormat, IspDb25>{});
    case Extended:
      return f(std::integral_constant<SampleFormat, Extended>{});
    case Xyrgb:
      break;
  }
  return f(std::integral_constant<SampleFormat, Xyrgb>{});
}

}  // namespace

std::string_view to_string(SampleFormat format) noexcept {
  switch (format) {
    case SampleFormat::Xyrgb:
      return "xyrgb";
    case SampleFormat::Xyrgbi:
      return "xyrgbi";
    case SampleFormat::Xyrgb16:
      return "xyrgb16";
    case SampleFormat::IspDb25:
      return "isp-db25";
    case SampleFormat::Extended:
      return "extended";
  }
  return "unknown";
}

std::optional<SampleFormat> sample_format_from(std::string_view name) noexcept {
  for (const auto format : kSampleFormats)
    if (name == to_string(format)) return format;
  return std::nullopt;
}

ConstBytes dictionary(SampleFormat format) noexcept {
  switch (format) {
    case SampleFormat::Xyrgb:
      return kXyrgbTags;
    case SampleFormat::Xyrgbi:
      return kXyrgbiTags;
    case SampleFormat::Xyrgb16:
      return kXyrgb16Tags;
    case SampleFormat::IspDb25:
      return kIspDb25Tags;
    case SampleFormat::Extended:
      return kExtendedTags;
  }
  return {};
}

std::size_t encode_samples(SampleFormat format, std::span<const LaserSample> samples,
                           MutableBytes out) noexcept {
  return with_format(format, [&](auto f) { return encode_as<f()>(samples, out); });
}

std::size_t decode_samples(SampleFormat format, ConstBytes octets, std::span<LaserSample> out) noexcept {
  return with_format(format, [&](auto f) { return decode_as<f()>(octets, out); });
}

}  // namespace idn::wire
