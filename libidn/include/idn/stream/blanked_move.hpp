// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/sample.hpp"

namespace idn::stream {

/// Appends dark samples that take a scanner from `from` to `to`: softly accelerated and slowed down, as long as
/// the distance asks for at `rate`, with rest at both ends so that the beam is there before it lights up again.
/// Nothing is appended where both are the same place. By value, so that `from` may be the last of `samples`.
void append_blanked_move(LaserSample from, LaserSample to, SampleRate rate, std::vector<LaserSample>& samples);

/// How many samples that are.
std::size_t blanked_move_length(LaserSample from, LaserSample to, SampleRate rate) noexcept;

}  // namespace idn::stream
