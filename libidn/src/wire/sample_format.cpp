// SPDX-License-Identifier: MIT
#include "idn/wire/sample_format.hpp"

#include <array>

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

std::byte high(std::uint16_t value) {
  return static_cast<std::byte>(value >> 8);
}
std::uint16_t wide(std::byte value) {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(value) * 257u);
}
std::uint16_t full_if_lit(const LaserSample& s) {
  return s.is_dark() ? 0 : 0xFFFF;
}

void put_position(const LaserSample& s, std::byte* to) {
  detail::store_big_endian(to, s.x);
  detail::store_big_endian(to + 2, s.y);
}

LaserSample get_position(const std::byte* from) {
  return {.x = detail::load_big_endian<std::int16_t>(from),
          .y = detail::load_big_endian<std::int16_t>(from + 2)};
}

template <SampleFormat F>
void put(const LaserSample& s, std::byte* to) {
  put_position(s, to);
  if constexpr (F == SampleFormat::Xyrgb16) {
    detail::store_big_endian(to + 4, s.r);
    detail::store_big_endian(to + 6, s.g);
    detail::store_big_endian(to + 8, s.b);
  } else {
    to[4] = high(s.r);
    to[5] = high(s.g);
    to[6] = high(s.b);
    if constexpr (F == SampleFormat::Xyrgbi) to[7] = high(s.intensity);
  }
}

template <SampleFormat F>
LaserSample get(const std::byte* from) {
  LaserSample s = get_position(from);
  if constexpr (F == SampleFormat::Xyrgb16) {
    s.r = detail::load_big_endian<std::uint16_t>(from + 4);
    s.g = detail::load_big_endian<std::uint16_t>(from + 6);
    s.b = detail::load_big_endian<std::uint16_t>(from + 8);
  } else {
    s.r = wide(from[4]);
    s.g = wide(from[5]);
    s.b = wide(from[6]);
  }
  s.intensity = F == SampleFormat::Xyrgbi ? wide(from[7]) : full_if_lit(s);
  return s;
}

template <SampleFormat F>
std::size_t encode_as(std::span<const LaserSample> samples, MutableBytes out) {
  constexpr std::size_t kSize = sample_size(F);
  const std::size_t count = std::min(samples.size(), out.size() / kSize);
  const LaserSample* __restrict from = samples.data();
  std::byte* __restrict to = out.data();
  for (std::size_t i = 0; i < count; ++i) put<F>(from[i], to + i * kSize);
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
  }
  return "unknown";
}

std::optional<SampleFormat> sample_format_from(std::string_view name) noexcept {
  for (const auto format : {SampleFormat::Xyrgb, SampleFormat::Xyrgbi, SampleFormat::Xyrgb16})
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
