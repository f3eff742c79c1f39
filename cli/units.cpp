// SPDX-License-Identifier: MIT
#include "cli/units.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <ctime>
#include <locale>
#include <sstream>
#include <string>

namespace idn::cli {
namespace {

struct Quantity {
  double value;
  std::string_view unit;
};

std::size_t count_digits(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// Octets of the decimal number at the beginning of `text`, 0 if there is none.
std::size_t length_of_number(std::string_view text) {
  std::size_t length = text.starts_with('-') ? 1 : 0;
  std::size_t digits = count_digits(text.substr(length));
  length += digits;
  if (text.substr(length).starts_with('.')) {
    const std::size_t decimals = count_digits(text.substr(length + 1));
    digits += decimals;
    length += 1 + decimals;
  }
  if (digits == 0) return 0;
  if (text.substr(length).starts_with('e') || text.substr(length).starts_with('E')) {
    std::string_view exponent = text.substr(length + 1);
    const bool has_sign = exponent.starts_with('-') || exponent.starts_with('+');
    if (has_sign) exponent.remove_prefix(1);
    if (const std::size_t power = count_digits(exponent); power > 0) length += 1 + (has_sign ? 1 : 0) + power;
  }
  return length;
}

/// The number at the beginning of `text`. By a stream, since libc++ before version 20 has no std::from_chars
/// for floating point, and std::strtod reads as the locale of the process says.
std::optional<Quantity> split(std::string_view text) {
  const std::size_t length = length_of_number(text);
  std::istringstream number{std::string(text.substr(0, length))};
  number.imbue(std::locale::classic());
  double value = 0;
  if (!(number >> value)) return std::nullopt;
  return Quantity{value, text.substr(length)};
}

/// The same, not negative.
std::optional<Quantity> split_quantity(std::string_view text) {
  const auto quantity = split(text);
  return quantity && quantity->value >= 0 ? quantity : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  const auto quantity = split_quantity(text);
  if (!quantity) return std::nullopt;
  double factor = 0;
  if (quantity->unit.empty()) factor = 1;
  if (quantity->unit == "k") factor = 1e3;
  if (quantity->unit == "M") factor = 1e6;
  const double count = quantity->value * factor;
  constexpr double kLargestExact = 9007199254740992.0;
  if (factor == 0 || count != std::floor(count) || count > kLargestExact) return std::nullopt;
  return static_cast<std::uint64_t>(count);
}

std::optional<double> parse_number(std::string_view text) {
  const auto quantity = split(text);
  return quantity && quantity->unit.empty() ? std::optional(quantity->value) : std::nullopt;
}

std::optional<std::uint8_t> parse_octet(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x");
  if (is_hexadecimal) text.remove_prefix(2);
  std::uint8_t octet = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, octet, is_hexadecimal ? 16 : 10);
  return error == std::errc{} && end == last ? std::optional(octet) : std::nullopt;
}

std::optional<Duration> parse_duration(std::string_view text) {
  const auto quantity = split_quantity(text);
  if (!quantity) return std::nullopt;
  double seconds = -1;
  if (quantity->unit.empty() || quantity->unit == "s") seconds = quantity->value;
  if (quantity->unit == "ms") seconds = quantity->value / 1e3;
  if (quantity->unit == "us") seconds = quantity->value / 1e6;
  if (quantity->unit == "m") seconds = quantity->value * 60;
  if (quantity->unit == "h") seconds = quantity->value * 3600;
  constexpr double kCentury = 3.2e9;
  if (seconds < 0 || seconds > kCentury) return std::nullopt;
  return Duration(static_cast<Duration::rep>(std::llround(seconds * 1e9)));
}

std::optional<double> parse_kpps(std::string_view text) {
  if (text.ends_with('k')) text.remove_suffix(1);
  const auto value = parse_number(text);
  return value && *value >= 1 && *value <= 200 ? value : std::nullopt;
}

std::optional<double> parse_share(std::string_view text) {
  const bool is_percent = text.ends_with('%');
  if (is_percent) text.remove_suffix(1);
  const auto number = parse_number(text);
  if (!number) return std::nullopt;
  const double share = is_percent ? *number / 100 : *number;
  return share >= 0 && share <= 1 ? std::optional(share) : std::nullopt;
}

std::optional<double> parse_kilometres(std::string_view text) {
  if (text.ends_with("km")) text.remove_suffix(2);
  const auto value = parse_number(text);
  return value && *value >= 0 && *value <= kMostKilometres ? value : std::nullopt;
}

std::string time_of_day(std::time_t when) {
  std::tm local{};
#ifdef _WIN32
  localtime_s(&local, &when);
#else
  localtime_r(&when, &local);
#endif
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

std::string format_elapsed(Duration duration) {
  const auto tenths = std::chrono::floor<std::chrono::duration<std::int64_t, std::deci>>(duration).count();
  const auto seconds = tenths / 10;
  const auto clock = fmt::format("{:02}:{:02}.{}", seconds / 60 % 60, seconds % 60, tenths % 10);
  return seconds < 3600 ? clock : fmt::format("{}:{}", seconds / 3600, clock);
}

std::string millis_or_dash(const std::optional<Duration>& time, int digits) {
  return time ? fmt::format("{:.{}f}", in_millis(*time), digits) : "-";
}

std::string format_bytes_per_second(double rate) {
  if (rate < 1e3) return fmt::format("{:.0f} B/s", rate);
  if (rate < 1e6) return fmt::format("{:.0f} kB/s", rate / 1e3);
  return fmt::format("{:.1f} MB/s", rate / 1e6);
}

}  // namespace idn::cli
