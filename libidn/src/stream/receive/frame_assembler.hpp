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
  static constexpr std::size_t kKept = 8;  ///< unused buffers that are kept at most

  /// Allocates the list of unused buffers.
  FragmentBufferPool() { unused_.reserve(kKept); }
  /// An empty buffer, recycled if possible.
  std::vector<std::byte> take() noexcept;
  /// Kept for the next take(), or freed.
  void give_back(std::vector<std::byte> buffer) noexcept;

 private:
  std::vector<std::vector<std::byte>> unused_;
};

/// The memory budget of one session for incomplete frames, over all its channels.
struct FragmentBudget {
  static constexpr std::size_t kMaxOctets = std::size_t{1} << 20;  ///< limit for all channels together

  FragmentBufferPool& pool;  ///< of the receiver
  std::size_t used = 0;      ///< octets
};

/// One fragment as it arrived.
struct Fragment {
  ConstBytes octets;           ///< behind the chunk header; may begin and end inside a sample
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

  /// `budget` outlives the assembler.
  explicit FrameAssembler(FragmentBudget& budget) noexcept : budget_(&budget) {}
  ~FrameAssembler() { drop(); }
  FrameAssembler(const FrameAssembler&) = delete;
  FrameAssembler& operator=(const FrameAssembler&) = delete;

  /// Starts a frame and drops an incomplete one. Failed when the memory budget is used up.
  Outcome start(const Fragment& first, TimePoint now);

  /// Adds a fragment. Its timestamp has to be that of the first fragment + 1, + 2 ...; a sender in the field
  /// stamps all with the same value, which is accepted if no sequence number is missing. On failure the frame
  /// is dropped.
  Outcome append(const Fragment& sequel, bool last);

  /// Whether there is an incomplete frame.
  bool in_progress() const noexcept { return in_progress_; }

  /// When to give up; kNever while nothing is in progress.
  TimePoint deadline() const noexcept { return in_progress_ ? deadline_ : kNever; }

  /// The fragments so far, joined in order. Valid until the next call of start(), append() or drop().
  ConstBytes octets() const noexcept { return buffer_; }

  /// Drops the incomplete frame.
  void drop() noexcept;

 private:
  bool follows(const Fragment& sequel) const noexcept;
  bool store(ConstBytes octets);

  FragmentBudget* budget_;
  std::vector<std::byte> buffer_;
  bool in_progress_ = false;
  TimePoint deadline_ = kNever;
  WireMicros first_timestamp_{};
  std::uint32_t index_ = 0;  ///< of the last fragment, 0 for the first
  std::uint16_t last_sequence_ = 0;
};

}  // namespace idn::stream
