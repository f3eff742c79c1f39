// SPDX-License-Identifier: MIT
#include "idn/wire/hello.hpp"

#include <charconv>

namespace idn::wire {
namespace {

/// Parses exactly two hex digits; nothing for any other text.
std::optional<std::uint8_t> octet_from(std::string_view digits) noexcept {
  std::uint8_t octet = 0;
  const char* const begin = digits.data();
  const char* const end = begin + digits.size();
  const auto [parsed, error] = std::from_chars(begin, end, octet, 16);
  if (digits.size() != 2 || error != std::errc{} || parsed != end) return std::nullopt;
  return octet;
}

}  // namespace

std::string to_string(const UnitId& id) {
  if (!id.is_valid()) return "invalid";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (std::size_t i = 1; i <= id.octets[0]; ++i) {
    if (i == 2) text += '-';
    text += kDigits[id.octets[i] >> 4];
    text += kDigits[id.octets[i] & 0xF];
  }
  return text;
}

std::optional<UnitId> unit_id_from(std::string_view text) noexcept {
  constexpr std::size_t kCategory = 2, kHyphen = 1;
  UnitId id;
  const std::size_t digits = text.size() - kHyphen;
  if (text.size() < kCategory + kHyphen + 2 || text[kCategory] != '-' || digits % 2 != 0 ||
      digits / 2 >= UnitId::kSize)
    return std::nullopt;
  id.octets[0] = static_cast<std::uint8_t>(digits / 2);
  for (std::size_t i = 0; i < digits / 2; ++i) {
    const auto octet = octet_from(text.substr(2 * i + (i == 0 ? 0 : kHyphen), 2));
    if (!octet) return std::nullopt;
    id.octets[1 + i] = *octet;
  }
  return id;
}

}  // namespace idn::wire
