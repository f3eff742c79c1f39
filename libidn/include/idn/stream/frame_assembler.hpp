// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

/// Puts the fragments of a frame together (section 2.7).
namespace idn::stream {

/// Pool of buffers for incomplete frames, so that a running stream allocates nothing.
/// Threads: one owner. Real-time: yes while no more than kKept buffers are in use at once (then no heap).
class FragmentBufferPool {
 public:
  static constexpr std::size_t kKept = 8;  ///< buffers at most that are kept for the next ones

  /// Allocates the list of what is kept.
  FragmentBufferPool() { spares_.reserve(kKept); }
  /// An empty buffer, a used one where there is any.
  std::vector<std::byte> take() noexcept;
  /// Kept for the next take(), or freed.
  void give_back(std::vector<std::byte> buffer) noexcept;

 private:
  std::vector<std::vector<std::byte>> spares_;
};

/// The memory budget of one session for incomplete frames, over all its channels.
struct FragmentBudget {
  static constexpr std::size_t kMaxOctets = std::size_t{1} << 20;  ///< of all channels of a session

  FragmentBufferPool& pool;  ///< of the receiver
  std::size_t used = 0;      ///< octets
};

/// One fragment as it arrived.
struct Fragment {
  ConstBytes octets;           ///< behind the chunk header; any cut, also inside a sample
  WireMicros timestamp{};      ///< of its message
  std::uint16_t sequence = 0;  ///< of the packet
};

/// Reassembles the frames of one channel from their fragments.
/// Threads: one owner. Real-time: yes once a frame of that size has occurred (then no heap).
class FrameAssembler {
 public:
  /// A frame that is not complete by then is given up.
  static constexpr Duration kMaxAge = std::chrono::milliseconds(500);

  /// What a fragment leads to.
  enum class Outcome : std::uint8_t {
    Incomplete,  ///< more are needed
    Complete,    ///< the frame is there
    Failed,      ///< the frame was dropped
  };

  /// With nothing in progress; `room` outlives it.
  explicit FrameAssembler(FragmentBudget& room) noexcept : room_(&room) {}
  ~FrameAssembler() { drop(); }
  FrameAssembler(const FrameAssembler&) = delete;
  FrameAssembler& operator=(const FrameAssembler&) = delete;

  /// Drops what was in progress. Failed when there is no room.
  Outcome start(const Fragment& first, TimePoint now);

  /// The timestamp has to be that of the first fragment + 1, + 2 ...; the same value again is taken as well
  /// when the packets follow each other without a gap, as a sender in the field stamps that way.
  /// A failure drops the queue.
  Outcome append(const Fragment& sequel, bool last);

  /// Whether fragments wait for more.
  bool in_progress() const noexcept { return in_progress_; }

  /// When to give up; kNever while nothing is in progress.
  TimePoint deadline() const noexcept { return in_progress_ ? deadline_ : kNever; }

  /// Everything up to now, in order. Valid until the next call that changes the queue.
  ConstBytes octets() const noexcept { return buffer_; }

  /// What was in progress.
  void drop() noexcept;

 private:
  bool follows(const Fragment& sequel) const noexcept;
  bool store(ConstBytes octets);

  FragmentBudget* room_;
  std::vector<std::byte> buffer_;
  bool in_progress_ = false;
  TimePoint deadline_ = kNever;
  WireMicros first_timestamp_{};
  std::uint32_t index_ = 0;  ///< of the last fragment, 0 for the first
  std::uint16_t last_sequence_ = 0;
};

}  // namespace idn::stream
