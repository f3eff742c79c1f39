// SPDX-License-Identifier: MIT
#include "cli/dmx_meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/json_text.hpp"

namespace idn::cli {
namespace {

constexpr std::size_t kMostBars = 32;

std::string_view bar_of(std::uint8_t level) noexcept {
  constexpr std::array<std::string_view, 8> kBars{"\u2581", "\u2582", "\u2583", "\u2584",
                                                  "\u2585", "\u2586", "\u2587", "\u2588"};
  return kBars[level / 32];
}

}  // namespace

void DmxMeter::add(const stream::DmxChunk& chunk) noexcept {
  if (chunk.offset == 0) has_levels_ = chunk.octets.front() == std::byte{0};
  if (has_levels_)
    for (std::size_t i = chunk.offset == 0 ? 1 : 0; i < chunk.octets.size(); ++i)
      set(chunk.offset + i - 1, std::to_integer<std::uint8_t>(chunk.octets[i]));
  if (!chunk.is_last) return;
  if (has_levels_)
    update(chunk.arrival);
  else
    ++other_packets_;
}

void DmxMeter::add(const stream::DmxLevelChunk& chunk) noexcept {
  for (std::size_t i = 0; i < wire::kDmxSlots; ++i)
    if (chunk.levels.is_set[i]) set(i, chunk.levels.level[i]);
  update(chunk.arrival);
}

void DmxMeter::set(std::size_t index, std::uint8_t level) noexcept {
  Slot& slot = slots_[index];
  slot.min = is_used_[index] ? std::min(slot.min, level) : level;
  slot.max = is_used_[index] ? std::max(slot.max, level) : level;
  slot.last = level;
  is_used_.set(index);
}

void DmxMeter::update(TimePoint at) noexcept {
  if (updates_++ == 0) first_ = last_ = at;
  if (const Duration gap = at - last_; gap > largest_gap_) {
    largest_gap_ = gap;
    largest_gap_end_ = at;
  }
  last_ = std::max(last_, at);
}

std::optional<double> DmxMeter::updates_per_second() const noexcept {
  if (span() <= Duration{0}) return std::nullopt;
  return static_cast<double>(updates_ - 1) / in_seconds(span());
}

std::vector<DmxMeter::Range> DmxMeter::ranges() const {
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < wire::kDmxSlots; ++i) {
    if (!is_used_[i]) continue;
    if (i == 0 || !is_used_[i - 1]) ranges.push_back({i + 1, 0});
    ++ranges.back().count;
  }
  return ranges;
}

std::string slots_text(const DmxMeter& levels) {
  const auto ranges = levels.ranges();
  if (ranges.empty()) return "no slot";
  std::string text;
  for (const auto& [base, count] : ranges) {
    if (!text.empty()) text += &ranges.back().base == &base ? " and " : ", ";
    text += count == 1 ? fmt::format("{}", base) : fmt::format("{} to {}", base, base + count - 1);
  }
  return (levels.used() == 1 ? "slot " : "slots ") + text;
}

std::string level_bars(const DmxMeter& levels) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& [base, count] : levels.ranges())
    for (std::size_t i = base; i < base + count && shown < kMostBars; ++i, ++shown)
      text += bar_of(levels.slot(i).last);
  if (shown < levels.used()) text += fmt::format(" and {} more", levels.used() - shown);
  return text;
}

nlohmann::ordered_json dmx_json(const DmxMeter& levels) {
  using Json = nlohmann::ordered_json;
  Json slots = Json::array();
  for (const auto& [base, count] : levels.ranges()) {
    Json last = Json::array(), min = Json::array(), max = Json::array();
    for (std::size_t i = base; i < base + count; ++i) {
      last.push_back(levels.slot(i).last);
      min.push_back(levels.slot(i).min);
      max.push_back(levels.slot(i).max);
    }
    slots.push_back({{"base", base},
                     {"count", count},
                     {"last", std::move(last)},
                     {"min", std::move(min)},
                     {"max", std::move(max)}});
  }
  return {{"updates", levels.updates()},
          {"updates_per_second", or_null(levels.updates_per_second())},
          {"largest_gap_us", levels.updates() > 1 ? Json(in_micros(levels.largest_gap())) : Json(nullptr)},
          {"other_packets", levels.other_packets()},
          {"slots", std::move(slots)}};
}

}  // namespace idn::cli
