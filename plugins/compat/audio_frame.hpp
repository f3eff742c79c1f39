// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "plugins/compat/octet_frames.hpp"

/// Common to the EzAudDac and the EtherDream interface, beside the points.
namespace idn::plugins::compat {

/// Results of EzAudDacGetStatus() and EtherDreamGetStatus().
enum AudioStatus : int { kAudioFault = -1, kAudioReady = 1, kAudioBusy = 2 };

/// These interfaces set no limit to the number of cards.
inline constexpr int kMostCards = std::numeric_limits<int>::max();

inline int audio_status(Card& card) {
  const CardState state = card.state();
  if (state == CardState::Missing) return kAudioFault;
  return state == CardState::Ready ? kAudioReady : kAudioBusy;
}

}  // namespace idn::plugins::compat
