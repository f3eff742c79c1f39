// SPDX-License-Identifier: MIT
#include "cli/timing_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

namespace idn::cli {
namespace {

using Json = nlohmann::ordered_json;

Json value_json(const analysis::Metric& metric, const analysis::Timing& timing) {
  const auto value = metric.read(timing);
  if (!value) return nullptr;
  return metric.is_whole() ? Json(static_cast<std::int64_t>(*value)) : Json(*value);
}

Json::json_pointer place_of(std::string_view group, std::string_view key) {
  Json::json_pointer place;
  if (group == "left_out") place /= "offsets";
  if (!group.empty()) place /= group == "deviations" ? "target" : std::string(group);
  return place / std::string(key);
}

}  // namespace

Json numbers_json(const analysis::Timing& timing, std::initializer_list<std::string_view> names) {
  Json json = Json::object();
  for (const auto name : names) json[std::string(name)] = value_json(analysis::metric(name), timing);
  return json;
}

Json timing_json(const analysis::Timing& timing, std::initializer_list<std::string_view> names) {
  Json json = numbers_json(timing, names);
  for (const char* object : {"offsets", "target", "clock"}) json[object] = nullptr;
  for (const std::string_view group : {"offsets", "left_out", "target", "deviations", "clock"}) {
    const auto has_value = [&](const analysis::Metric& metric) {
      return metric.group == group && metric.read(timing);
    };
    // Percentiles that take more deviations than there are stay, as null.
    const bool is_kept = group == "deviations" && timing.deviations;
    if (!is_kept && std::ranges::none_of(analysis::metric_table(), has_value)) continue;
    for (const analysis::Metric& metric : analysis::metric_table())
      if (metric.group == group) json[place_of(group, metric.key)] = value_json(metric, timing);
  }
  return json;
}

namespace {

bool is_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether `text` is `form` with other digits.
bool has_form(std::string_view text, std::string_view form) {
  return std::ranges::equal(text, form, [](char have, char wanted) {
    return wanted == '0' ? have >= '0' && have <= '9' : have == wanted;
  });
}

int number_in(std::string_view digits) {
  int value = 0;
  for (const char digit : digits) value = 10 * value + (digit - '0');
  return value;
}

/// Removes "Z" or an offset such as "+01:00". @return what is to be subtracted
std::optional<Duration> take_zone(std::string_view& text) {
  if (text.ends_with('Z')) {
    text.remove_suffix(1);
    return Duration{0};
  }
  constexpr std::string_view kForm = "00:00";
  if (text.size() <= kForm.size()) return std::nullopt;
  const std::string_view zone = text.substr(text.size() - kForm.size());
  const char sign = text[text.size() - kForm.size() - 1];
  if ((sign != '+' && sign != '-') || !has_form(zone, kForm)) return std::nullopt;
  text.remove_suffix(kForm.size() + 1);
  const int hours = number_in(zone.substr(0, 2)), minutes = number_in(zone.substr(3));
  if (hours > 23 || minutes > 59) return std::nullopt;
  return (sign == '-' ? -1 : 1) * (std::chrono::hours(hours) + std::chrono::minutes(minutes));
}

/// ".25", up to nine digits, or nothing at all.
std::optional<Duration> parse_fraction(std::string_view text) {
  if (text.empty()) return Duration{0};
  if (text.size() == 1 || text.size() > 10 || text[0] != '.' || !is_digits(text.substr(1))) return std::nullopt;
  std::int64_t nanoseconds = 0;
  for (std::size_t i = 1; i < 10; ++i) nanoseconds = 10 * nanoseconds + (i < text.size() ? text[i] - '0' : 0);
  return Duration(nanoseconds);
}

}  // namespace

/// By the calendar of the library, since gmtime() refuses some years.
std::string utc(Duration since_1970) {
  const auto second = std::chrono::floor<std::chrono::seconds>(since_1970);
  const std::chrono::sys_seconds moment(second);
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(moment - day);
  const auto nanoseconds =
      (since_1970 % std::chrono::seconds(1) + std::chrono::seconds(1)) % std::chrono::seconds(1);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:09}Z", int{date.year()}, unsigned{date.month()},
                     unsigned{date.day()}, time.hours().count(), time.minutes().count(), time.seconds().count(),
                     nanoseconds.count());
}

std::optional<Duration> parse_utc(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00";
  const auto zone = take_zone(text);
  if (!zone || text.size() < kForm.size() || !has_form(text.substr(0, kForm.size()), kForm))
    return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t digits) { return number_in(text.substr(at, digits)); };
  const std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  const auto fraction = parse_fraction(text.substr(kForm.size()));
  // The years that nanoseconds since 1970 can hold.
  if (!date.ok() || number(0, 4) < 1700 || number(0, 4) > 2200 || number(11, 2) > 23 || number(14, 2) > 59 ||
      number(17, 2) > 59 || !fraction)
    return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(number(11, 2)) +
         std::chrono::minutes(number(14, 2)) + std::chrono::seconds(number(17, 2)) + *fraction - *zone;
}

std::optional<Duration> parse_moment(std::string_view text) {
  if (const auto moment = parse_utc(text)) return moment;
  const std::string_view whole = text.substr(0, text.find('.'));
  const auto fraction = parse_fraction(text.substr(whole.size()));
  constexpr std::size_t kMostDigits = 10;  // up to the year 2286
  if (whole.empty() || whole.size() > kMostDigits || !is_digits(whole) || !fraction) return std::nullopt;
  std::int64_t seconds = 0;
  for (const char digit : whole) seconds = 10 * seconds + (digit - '0');
  // What nanoseconds can hold ends in 2262.
  if (seconds > std::chrono::duration_cast<std::chrono::seconds>(Duration::max()).count() - 1)
    return std::nullopt;
  return std::chrono::seconds(seconds) + *fraction;
}

Json moment_json(Duration since_1970) {
  return {{"unix_ns", since_1970.count()}, {"utc", utc(since_1970)}};
}

Json micros_or_null(const std::optional<Duration>& time) {
  return time ? Json(in_micros(*time)) : Json(nullptr);
}

std::optional<double> value_in(const Json& json, std::string_view group, std::string_view key) {
  const Json value = json.value(place_of(group, key), Json());
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

}  // namespace idn::cli
