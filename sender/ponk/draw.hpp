// SPDX-License-Identifier: MIT
#pragma once

#include "idn/sample.hpp"
#include "idn/stream/send/blanked_move.hpp"
#include "sender/ponk/frame.hpp"

namespace idn::sender::ponk {

/// The samples of a frame: paths in their order with blanked moves between them, drawn at the speed of
/// picture::Path, slower where a path says so, never faster; the beam rests at both ends and at corners.
/// Nothing for a frame that takes longer than a second.
std::optional<std::vector<LaserSample>> draw(const std::vector<Path>& paths, SampleRate rate,
                                             const stream::MoveTiming& moves = {});

}  // namespace idn::sender::ponk
