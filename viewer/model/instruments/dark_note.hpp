// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "viewer/model/timeline.hpp"

namespace idn::viewer {

/// Dark time that is shown to the user.
struct DarkNote {
  DarkReason reason{};
  Duration length{};     ///< so far
  bool is_over = false;  ///< it was dark a moment ago

  friend bool operator==(const DarkNote&, const DarkNote&) = default;
};

/// Why nothing is shown at `at`, or was not for a while within `memory` before: most gaps are too short to be
/// seen. Nothing before the first chunk, and at the very moment at which it begins.
std::optional<DarkNote> dark_note(const Timeline& timeline, TimePoint at,
                                  Duration memory = std::chrono::seconds(1));

/// "dark for 1.2 s: link lost", "was dark for 2.50 ms: underrun".
std::string to_string(const DarkNote& note);

/// "850 us", "2.50 ms", "1.2 s".
std::string format_short(Duration duration);

}  // namespace idn::viewer
