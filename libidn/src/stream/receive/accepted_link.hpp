// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "stream/receive/link_quality.hpp"
#include "stream/receive/receiver_session.hpp"
#include "stream/receive/sequence_tracker.hpp"

namespace idn::stream {

/// A link that the receiver has accepted, with its session and both time-outs (section 1.8.1). Objects are
/// reused for later connections.
struct AcceptedLink {
  explicit AcceptedLink(const ReceiverContext& context) : session(context) {}

  bool in_use = false;
  ReceiverSession session;
  SequenceTracker sequence{0};
  LinkQuality quality;
  std::uint16_t input_events = 0;  ///< since the last acknowledge
  TimePoint ended_at = TimePoint::min();
  TimePoint link_deadline = kNever;
  TimePoint session_deadline = kNever;  ///< kNever before the first message, and after the session time-out

  const SessionKey& key() const noexcept { return session.id().key; }

  TimePoint next_deadline() const noexcept {
    return std::min({link_deadline, session_deadline, session.next_deadline()});
  }

  void begin(const SessionId& id, std::uint16_t first_sequence, const SampleTransform& transform) noexcept {
    in_use = true;
    session.begin(id, transform);
    sequence = SequenceTracker(first_sequence);
    quality = {};
    input_events = 0;
    link_deadline = session_deadline = kNever;
  }
};

}  // namespace idn::stream
