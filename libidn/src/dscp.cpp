// SPDX-License-Identifier: MIT
#include "idn/dscp.hpp"

#include <algorithm>
#include <charconv>

namespace idn {
namespace {

struct NamedDscp {
  std::string_view name;
  std::uint8_t value;
};

/// The first name of a value is the one that is shown.
constexpr NamedDscp kNamedDscps[] = {
    {"DF", 0},    {"CS0", 0},   {"LE", 1},           {"CS1", 8},   {"AF11", 10}, {"AF12", 12},
    {"AF13", 14}, {"CS2", 16},  {"AF21", 18},        {"AF22", 20}, {"AF23", 22}, {"CS3", 24},
    {"AF31", 26}, {"AF32", 28}, {"AF33", 30},        {"CS4", 32},  {"AF41", 34}, {"AF42", 36},
    {"AF43", 38}, {"CS5", 40},  {"VOICE-ADMIT", 44}, {"EF", 46},   {"CS6", 48},  {"CS7", 56},
};

constexpr char upper(char c) noexcept {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::optional<std::uint8_t> dscp_from(std::string_view text) noexcept {
  for (const auto& [name, value] : kNamedDscps)
    if (std::ranges::equal(text, name, {}, upper)) return value;
  std::uint8_t number = 0;
  const auto [behind, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || behind != text.data() + text.size() || number > kMaxDscp) return std::nullopt;
  return number;
}

std::string dscp_name(std::uint8_t dscp) {
  const auto* const found = std::ranges::find(kNamedDscps, dscp, &NamedDscp::value);
  return found == std::end(kNamedDscps) ? std::to_string(dscp) : std::string(found->name);
}

}  // namespace idn
