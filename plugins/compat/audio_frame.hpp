// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "plugins/compat/octet_frames.hpp"

/// What EzAudDac and EtherDream share beside their points.
namespace idn::plugins::compat {

enum AudioStatus : int { kAudioFault = -1, kAudioReady = 1, kAudioBusy = 2 };

inline constexpr int kMostCards = std::numeric_limits<int>::max();

inline int audio_status(Card& card) {
  const CardState state = card.state();
  if (state == CardState::NotThere) return kAudioFault;
  return state == CardState::Ready ? kAudioReady : kAudioBusy;
}

}  // namespace idn::plugins::compat
