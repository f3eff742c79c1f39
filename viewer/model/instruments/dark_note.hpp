// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "viewer/model/timeline.hpp"

namespace idn::viewer {

/// A dark interval, as displayed.
struct DarkNote {
  DarkReason reason{};
  Duration length{};     ///< so far
  bool is_over = false;  ///< it is lit again

  friend bool operator==(const DarkNote&, const DarkNote&) = default;
};

/// The dark interval at `at`, or the last one that ended within `memory` before: most gaps are too short to be
/// noticed otherwise. Empty if there is none.
std::optional<DarkNote> dark_note(const Timeline& timeline, TimePoint at,
                                  Duration memory = std::chrono::seconds(1));

/// "dark for 1.2 s: link lost", "was dark for 2.50 ms: underrun".
std::string to_string(const DarkNote& note);

/// "850 us", "2.50 ms", "1.2 s".
std::string format_short(Duration duration);

}  // namespace idn::viewer
