// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

/// Octet views and bounded big-endian access. Everything on the wire and in .ild files is big endian.
namespace idn {

/// A read-only view of octets, which it does not own.
using ConstBytes = std::span<const std::byte>;
/// A view of octets to write into, which it does not own.
using MutableBytes = std::span<std::byte>;

namespace detail {

template <std::integral T>
constexpr T load_big_endian(const std::byte* from) noexcept {
  std::make_unsigned_t<T> value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<std::make_unsigned_t<T>>((std::uint64_t{value} << 8) |
                                                 std::to_integer<std::uint64_t>(from[i]));
  return static_cast<T>(value);
}

template <std::integral T>
constexpr void store_big_endian(std::byte* to, T value) noexcept {
  const auto bits = static_cast<std::make_unsigned_t<T>>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i)
    to[i] = static_cast<std::byte>((bits >> (8 * (sizeof(T) - 1 - i))) & 0xFFu);
}

}  // namespace detail

/// Reads forward and never past the end. A read that does not fit yields zero and makes ok() false for good,
/// so a decoder reads a whole structure and checks once.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class ByteReader {
 public:
  /// Starts at the first octet of `bytes`, which must outlive this object.
  constexpr explicit ByteReader(ConstBytes bytes) noexcept : bytes_(bytes) {}

  /// The next value, big-endian; 0 and no longer ok() where octets are missing.
  template <std::integral T>
  constexpr T read() noexcept {
    const ConstBytes octets = take(sizeof(T));
    return octets.size() == sizeof(T) ? detail::load_big_endian<T>(octets.data()) : T{};
  }

  /// The next `count` octets, or an empty view when there are fewer.
  constexpr ConstBytes take(std::size_t count) noexcept {
    if (!ok_ || count > remaining()) {
      ok_ = false;
      return {};
    }
    const ConstBytes taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
  }

  /// All that is left.
  constexpr ConstBytes take_rest() noexcept { return take(remaining()); }
  /// Skips `count` octets; no longer ok() if there are fewer.
  constexpr void skip(std::size_t count) noexcept { take(count); }

  /// Whether no read went past the end.
  constexpr bool ok() const noexcept { return ok_; }
  /// Octets that were read so far.
  constexpr std::size_t position() const noexcept { return position_; }
  /// Octets that are left.
  constexpr std::size_t remaining() const noexcept { return bytes_.size() - position_; }

 private:
  ConstBytes bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

/// Writes forward and never past the end. A write that does not fit writes nothing and makes ok() false for
/// good.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class ByteWriter {
 public:
  /// Starts at the first octet of `bytes`, which must outlive this object.
  constexpr explicit ByteWriter(MutableBytes bytes) noexcept : bytes_(bytes) {}

  /// Appends a value, big-endian; no longer ok(), and nothing written, where there is no room.
  template <std::integral T>
  constexpr void write(T value) noexcept {
    const MutableBytes octets = take(sizeof(T));
    if (octets.size() == sizeof(T)) detail::store_big_endian(octets.data(), value);
  }

  constexpr void write(ConstBytes octets) noexcept {
    const MutableBytes room = take(octets.size());
    if (room.size() == octets.size()) std::ranges::copy(octets, room.begin());
  }

  /// Appends `value` `count` times.
  constexpr void fill(std::size_t count, std::byte value = std::byte{0}) noexcept {
    std::ranges::fill(take(count), value);
  }

  /// Room for `count` octets that the caller fills, or an empty view when there is less.
  constexpr MutableBytes take(std::size_t count) noexcept {
    if (!ok_ || count > bytes_.size() - position_) {
      ok_ = false;
      return {};
    }
    const MutableBytes taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
  }

  /// Whether no write went past the end.
  constexpr bool ok() const noexcept { return ok_; }
  /// Octets that were written so far.
  constexpr std::size_t position() const noexcept { return position_; }
  /// What was written so far.
  constexpr ConstBytes written() const noexcept { return bytes_.first(position_); }

 private:
  MutableBytes bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

/// Octets of a cache line of x86-64 and of most ARM processors.
inline constexpr std::size_t kCacheLine = 64;

#ifdef __GNUC__
/// Asks the processor to load the cache line at `place`, without waiting for it. A hint only.
/// Threads: any. Real-time: yes.
// Always inline: GCC treats a function that only prefetches as one without effect and may remove the call.
[[gnu::always_inline]] inline void prefetch(const void* place) noexcept {
  __builtin_prefetch(place);
}
#else
/// Does nothing with this compiler.
inline void prefetch(const void*) noexcept {}
#endif

}  // namespace idn
