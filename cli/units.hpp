// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "idn/time.hpp"

/// Numbers as people write and read them.
namespace idn::cli {

/// "100k" is 100'000, "1.5M" is 1'500'000, "30000" is itself. Nothing for other text, or if the number is
/// negative, not an integer, or more than 2^53.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// "1.5", "-3e-2" and the like. Nothing for other text.
std::optional<double> parse_number(std::string_view text);

/// "236" and "0xEC", up to 255. Nothing for other text.
std::optional<std::uint8_t> parse_octet(std::string_view text);

/// "10" and "10s" are ten seconds; "250us", "250ms", "2m" (minutes) and "1h" work too. Nothing for other text
/// or negatives.
std::optional<Duration> parse_duration(std::string_view text);

/// "50%" or "0.5", as a share from 0 to 1. Nothing for other text: a number above 1 without % is a mistake,
/// whichever was meant.
std::optional<double> parse_share(std::string_view text);

/// The longest distance that parse_kilometres() takes, in km: half way around the world.
inline constexpr double kMostKilometres = 20'000;

/// Class of scanners: "30k" is 30, and so is "30", in kpps. Nothing for other text, or beyond 1 to 200.
std::optional<double> parse_kpps(std::string_view text);

/// "100km" is 100, and so is "100", in km. Nothing for other text, negatives or more than kMostKilometres.
std::optional<double> parse_kilometres(std::string_view text);

/// "1:02:03.4", shortened to "02:03.4" below an hour.
std::string format_elapsed(Duration duration);
/// The time of day here, "21:04:07"; now, or at another moment.
std::string time_of_day(std::time_t when = std::time(nullptr));

/// "1.23", in ms with that many digits behind the point, or "-" for what is not known.
std::string millis_or_dash(const std::optional<Duration>& time, int digits = 2);

/// "760 B/s", "760 kB/s", "1.2 MB/s": powers of 1000, at most three digits before the point.
std::string format_bytes_per_second(double bytes_per_second);

}  // namespace idn::cli
