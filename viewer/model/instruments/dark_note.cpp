// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/dark_note.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idn::viewer {

std::optional<DarkNote> dark_note(const Timeline& timeline, TimePoint at, Duration memory) {
  const auto& darks = timeline.darks();
  // `last` is the last interval that has begun.
  const auto after = std::ranges::upper_bound(darks, at, {}, &Dark::begin);
  const Dark* const last = after == darks.begin() ? nullptr : &*std::prev(after);
  if (const auto reason = timeline.dark_at(at)) {
    const TimePoint begin = last != nullptr && at < last->end ? last->begin : timeline.end();
    if (at > begin) return DarkNote{*reason, at - begin, false};
    return std::nullopt;
  }
  if (last == nullptr || at - last->end > memory) return std::nullopt;
  return DarkNote{last->reason, last->end - last->begin, true};
}

std::string to_string(const DarkNote& note) {
  return fmt::format("{} for {}: {}", note.is_over ? "was dark" : "dark", format_short(note.length),
                     to_string(note.reason));
}

std::string format_short(Duration duration) {
  const auto us = static_cast<double>(duration.count()) / 1e3;
  if (us < 1e3) return fmt::format("{:.0f} us", us);
  if (us < 1e6) return fmt::format("{:.2f} ms", us / 1e3);
  return fmt::format("{:.1f} s", us / 1e6);
}

}  // namespace idn::viewer
