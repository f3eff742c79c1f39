// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "idn/stream/frame_packer.hpp"
#include "idn/stream/frame_queue.hpp"
#include "idn/stream/sender_session.hpp"

namespace idn::stream {

/// Pictures at a steady rate. The receiver repeats a picture by itself, so one that stays is only sent again
/// for receivers that come later; in between, messages without samples keep the stream alive.
class FrameSession final : public SenderSession {
 public:
  static Result<std::unique_ptr<SenderSession>> create(const SenderConfig& config);

  std::size_t push(std::span<const LaserSample>) noexcept override { return 0; }
  bool push_frame(std::span<const LaserSample> samples, bool once) override {
    return queue_.push(samples, once);
  }
  std::size_t buffered() const noexcept override { return queue_.size(); }
  std::size_t capacity() const noexcept override { return FrameQueue::kDepth; }

 private:
  FrameSession(const SenderConfig& config, TickLength tick, FramePacker packer);

  void anchor(TimePoint) noexcept override {}
  /// Overdue frames are of no use to anybody.
  Duration longest_stall() const noexcept override { return tick_length().duration(); }
  bool drops_overdue() const noexcept override { return false; }
  void skip_tick() noexcept override {}
  std::size_t longest_burst() const noexcept override { return std::numeric_limits<std::size_t>::max(); }
  bool has_content() const noexcept override {
    return packer_.has_more() || queue_.size() > 0 || !is_frame_due();
  }
  bool wants_packet() const noexcept override { return !sent_ || packer_.has_more(); }
  ConstBytes content() noexcept override;
  ConstBytes darkness() noexcept override;
  ConstBytes channel_close() noexcept override { return packer_.pack_channel_close(); }
  ConstBytes session_close() noexcept override { return packer_.pack_session_close(); }
  void reopen() noexcept override;
  std::uint16_t last_sequence() const noexcept override { return packer_.last_sequence(); }
  void on_tick_end() noexcept override;

  bool is_frame_due() const noexcept { return ticks_to_frame_ == 0; }
  bool is_resend_due() const noexcept;
  ConstBytes begin_frame(std::span<const LaserSample> samples, bool once) noexcept;
  ConstBytes next_message() noexcept;
  ConstBytes keepalive() noexcept;

  FramePacker packer_;
  FrameQueue queue_;
  const Frame* shown_ = nullptr;
  std::int64_t ticks_per_frame_;
  std::int64_t ticks_to_frame_ = 0;
  TimePoint shown_at_{};
  TimePoint sent_at_{};
  bool sent_ = false;  ///< something in this tick
};

}  // namespace idn::stream
