// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "stream/send/channel_writer.hpp"
#include "stream/send/schedule.hpp"

namespace idn::stream {

class SenderSession;

/// When a session wakes up.
struct TickPlan {
  TickLength tick;         ///< time between two wake-ups
  Duration longest_stall;  ///< beyond it the stream restarts from now
  /// Packets per wake-up while ticks are overdue, those of one tick at least; more leave one tick later.
  std::size_t longest_burst = (std::numeric_limits<std::size_t>::max)();
};

/// What a packet is for.
enum class PacketKind : std::uint8_t {
  Content,       ///< of the tick in progress: samples, or what keeps the stream alive without any
  Darkness,      ///< goes dark before a close
  Request,       ///< requests an acknowledge without samples, behind the packets of the tick
  ChannelClose,  ///< closes the channel
};

/// What a SenderSession sends, waves or frames. The session asks for each packet once, when it is due.
/// Threads: that of the session. Real-time: yes (no heap, lock, log).
class PacketSource {
 public:
  virtual ~PacketSource() = default;

  /// Of the first tick; later ones by SenderSession::change_plan().
  virtual TickPlan plan() const noexcept = 0;
  /// Writes all packets of the stream.
  virtual ChannelWriter& channel() noexcept = 0;
  /// The timeline starts at `now`, or restarts there after a stall.
  virtual void anchor(TimePoint now) noexcept = 0;
  /// Whether something is still to be shown.
  virtual bool has_content() noexcept = 0;
  /// When the next packet of the tick in progress may leave; kNever: the tick has all of its packets.
  virtual TimePoint next_packet() const noexcept = 0;
  /// @return empty when there is nothing to send in this tick, or no request now
  virtual ConstBytes make(PacketKind kind) noexcept = 0;
  /// All packets of the tick have been sent.
  virtual void end_tick() noexcept = 0;
  /// The receiver has forgotten the channel, or is another one.
  virtual void on_reopen() noexcept {}

 protected:
  PacketSource() = default;
  /// The session that asks.
  SenderSession& session() const noexcept { return *session_; }

 private:
  friend class SenderSession;
  SenderSession* session_ = nullptr;
};

}  // namespace idn::stream
