// SPDX-License-Identifier: MIT
#include "sender/doctor/kernel_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace idn::sender::doctor {
namespace {

using Micros = std::chrono::microseconds;

/// Longer times would overflow as nanoseconds; kernels allow far less.
constexpr long long kMostMicros = 1'000'000'000'000;
constexpr unsigned kMostProcessors = 8192;

/// Removes and returns the text before the next `separator`, and removes the separator.
std::string_view next(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Duration bounded(std::uint64_t count, Duration unit) {
  constexpr std::uint64_t kMost = std::uint64_t{kMostMicros} * 1000;
  return unit * static_cast<Duration::rep>(std::min(count, kMost / static_cast<std::uint64_t>(unit.count())));
}

/// "3" or "0-3".
std::optional<std::pair<unsigned, unsigned>> range_of(std::string_view text) {
  const bool is_one = text.find('-') == std::string_view::npos;
  const auto first = number_of<unsigned>(next(text, '-'));
  const auto last = is_one ? first : number_of<unsigned>(text);
  if (!first || !last || *last < *first || *last >= kMostProcessors) return std::nullopt;
  return std::pair(*first, *last);
}

/// "cpu,cpuacct" has "cpu".
bool has_word(std::string_view words, std::string_view wanted) {
  while (!words.empty())
    if (next(words, ',') == wanted) return true;
  return false;
}

}  // namespace

std::optional<CpuQuota> parse_cpu_max(std::string_view text) {
  const std::string_view first = next(text, ' ');
  const auto period = number_of<long long>(text);
  const auto quota = first == "max" ? std::optional(-1LL) : number_of<long long>(first);
  if (!period || !quota || (first != "max" && *quota < 0)) return std::nullopt;
  return cpu_quota(*quota, *period);
}

std::optional<CpuQuota> cpu_quota(long long quota_us, long long period_us) {
  if (period_us <= 0 || period_us > kMostMicros || quota_us > kMostMicros) return std::nullopt;
  CpuQuota quota{.period = Micros(period_us)};
  if (quota_us >= 0) quota.runtime = Micros(quota_us);
  return quota;
}

Throttled parse_cpu_stat(std::string_view text) {
  Throttled throttled;
  while (!text.empty()) {
    std::string_view line = next(text, '\n');
    const std::string_view key = next(line, ' ');
    const std::uint64_t value = number_of<std::uint64_t>(line).value_or(0);
    if (key == "nr_throttled") throttled.times = value;
    if (key == "throttled_usec") throttled.time = bounded(value, Micros(1));
    if (key == "throttled_time") throttled.time = bounded(value, Duration(1));
  }
  return throttled;
}

std::optional<std::string> parse_cgroup(std::string_view text, std::string_view controller) {
  while (!text.empty()) {
    std::string_view line = next(text, '\n');
    const std::string_view hierarchy = next(line, ':');
    const std::string_view controllers = next(line, ':');
    const bool wanted =
        controller.empty() ? hierarchy == "0" && controllers.empty() : has_word(controllers, controller);
    if (wanted && line.starts_with('/') && line.find("..") == std::string_view::npos) return std::string(line);
  }
  return std::nullopt;
}

std::optional<std::vector<unsigned>> parse_processor_list(std::string_view text) {
  std::array<bool, kMostProcessors> named{};
  if (text.empty() || text.ends_with(',')) return std::nullopt;
  while (!text.empty()) {
    const auto range = range_of(next(text, ','));
    if (!range) return std::nullopt;
    std::fill(named.begin() + range->first, named.begin() + range->second + 1, true);
  }
  std::vector<unsigned> processors;
  for (unsigned i = 0; i < kMostProcessors; ++i)
    if (named[i]) processors.push_back(i);
  return processors;
}

std::string processor_list(const std::vector<unsigned>& processors) {
  std::string text;
  for (std::size_t i = 0; i < processors.size(); ++i) {
    const std::size_t first = i;
    while (i + 1 < processors.size() && processors[i + 1] == processors[i] + 1) ++i;
    text += (text.empty() ? "" : ",") + std::to_string(processors[first]);
    if (i > first) text += '-' + std::to_string(processors[i]);
  }
  return text;
}

std::string processor_mask(const std::vector<unsigned>& processors) {
  constexpr unsigned kBits = 32;
  std::vector<std::uint32_t> words(1);
  for (const unsigned processor : processors) {
    if (words.size() <= processor / kBits) words.resize(processor / kBits + 1);
    words[processor / kBits] |= std::uint32_t{1} << processor % kBits;
  }
  std::string text = fmt::format("{:x}", words.back());
  for (std::size_t i = words.size() - 1; i-- > 0;) text += fmt::format(",{:08x}", words[i]);
  return text;
}

}  // namespace idn::sender::doctor
