// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include "c/error.hpp"

/// Structs that begin with their size, of programs that were compiled with an older or newer header.
namespace idn::c {

/// Longest struct that this interface will ever have: a larger size means that struct_size was not set.
inline constexpr std::uint32_t kLongestStruct = 4096;

inline std::optional<std::uint32_t> size_of(const void* sized) noexcept {
  std::uint32_t size = 0;
  std::memcpy(&size, sized, sizeof(size));
  if (size >= sizeof(size) && size <= kLongestStruct) return size;
  fail(IDN_ERR_STRUCT_SIZE, "struct_size is not set; begin with IDN_..._INIT");
  return std::nullopt;
}

/// Copies `given`; members beyond its struct_size are zero, as all are for NULL.
/// @return no value, with an idn_last_error(), if struct_size is not set, or if a member that this library does
/// not know is not zero
template <class Options>
std::optional<Options> read_options(const Options* given) noexcept {
  Options known{};
  if (given == nullptr) return known;
  const auto size = size_of(given);
  if (!size) return std::nullopt;
  const auto* octets = reinterpret_cast<const unsigned char*>(given);
  const std::size_t common = std::min<std::size_t>(*size, sizeof(Options));
  if (std::any_of(octets + common, octets + *size, [](unsigned char octet) { return octet != 0; })) {
    fail(IDN_ERR_STRUCT_SIZE, "an option is set that this library does not know; install a newer one");
    return std::nullopt;
  }
  std::memcpy(&known, given, common);
  return known;
}

/// Copies `known` to `out` as far as the struct_size of `out` allows; a longer rest is set to zero, and
/// struct_size is kept.
template <class Struct>
int write_struct(const Struct& known, Struct* out) noexcept {
  const auto size = size_of(out);
  if (!size) return IDN_ERR_STRUCT_SIZE;
  auto* octets = reinterpret_cast<unsigned char*>(out);
  const std::size_t common = std::min<std::size_t>(*size, sizeof(Struct));
  std::memcpy(octets + sizeof(*size), reinterpret_cast<const unsigned char*>(&known) + sizeof(*size),
              common - sizeof(*size));
  std::memset(octets + common, 0, *size - common);
  return IDN_OK;
}

}  // namespace idn::c
