// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>

#include "stream/send/frame_packer.hpp"
#include "stream/send/frame_queue.hpp"
#include "stream/send/light_switch.hpp"
#include "stream/send/sender_session.hpp"

namespace idn::stream {

/// How frames are sent.
struct FrameConfig {
  PackerConfig packer{};  ///< samples_per_packet and max_datagram mean nothing here
  FrameLimits limits{};   ///< how long the datagrams of a frame may be
  /// Pictures are at least this far apart, 1 ms to 10 s.
  Duration frame_period{std::chrono::milliseconds(40)};
  /// Which of several waiting pictures is shown: for live sources the newest.
  FrameOrder order = FrameOrder::NewestWins;
  /// Over this time the fragments of the longest frame (FrameLimits::kMaxOctets) leave; those of others in
  /// proportion, in steps of half a millisecond, never over more than half of frame_period. Zero: at once. The
  /// default, 80 Mbit/s, suits the socket buffer that operating systems give and 100 Mbit/s links. A receiver
  /// has the picture when the last fragment is there.
  Duration spread{std::chrono::milliseconds(20)};
  /// Called on the tick thread for each picture that leaves the queue, with the time at which it is due.
  /// Real-time.
  std::function<void(TimePoint due)> on_taken{};
};

/// Pictures at a steady rate (section 2.7). The receiver repeats a picture by itself, so one that stays is only
/// sent again for receivers that come later; in between, messages without samples keep the stream alive.
/// Threads: push(), buffered() and capacity() by one producer, replaced() from any; all else as PacketSource.
/// Real-time: all of the tick side (no heap, lock, log).
class FrameStream final : public PacketSource {
 public:
  /// The most time between two wake-ups; close() and the watchdog act within it.
  static constexpr Duration kLongestTick = std::chrono::milliseconds(10);
  /// Fragments that are due within this time leave together, so that a tick thread is not woken for each.
  static constexpr Duration kFragmentStep = std::chrono::microseconds(500);
  /// A picture that stays is sent again this often, for receivers that start later.
  static constexpr Duration kResendPeriod = std::chrono::seconds(1);

  /// While `light` is not lit, the stream is dark with the next tick, and pictures are taken from the queue at
  /// the frame period, but not sent; then the picture taken last is sent again. Once the hold time of `light`
  /// is over, the stream is dark, at the latest; so a producer that is to stay lit calls at intervals at least
  /// 20 ms shorter than that. `light` must outlive the stream.
  /// Errors: Errc::InvalidRate (rate outside 1..1'000'000, frame_period outside 1 ms..10 s),
  /// Errc::InvalidPacketSize (FrameLimits outside what a message can hold).
  static FormatResult<std::unique_ptr<FrameStream>> create(const FrameConfig& config, LightSwitch& light);

  /// Shows `samples` from the next frame period on, until another picture is due; what is beyond
  /// max_frame_samples() is cut off.
  /// @return NewestWins: true, it replaces one that still waits. KeepAll: false when there is no room; then the
  ///         picture has to be offered again. Always false after SenderSession::finish().
  /// Threads: one producer. Allocates while pictures grow.
  bool push(std::span<const LaserSample> samples, FrameRepeat repeat = FrameRepeat::UntilNext);
  /// Pictures that wait. Threads: the producer's.
  std::size_t buffered() const noexcept { return queue_.size(); }
  /// Pictures that newer ones replaced before they were due.
  std::uint64_t replaced() const noexcept { return queue_.replaced(); }
  /// Frames that wait at most.
  std::size_t capacity() const noexcept { return queue_.capacity(); }

  TickPlan plan() const noexcept override;
  ChannelWriter& channel() noexcept override { return packer_.channel(); }
  void anchor(TimePoint now) noexcept override;
  bool has_content() noexcept override { return packer_.has_more() || queue_.size() > 0 || !is_frame_due(); }
  TimePoint next_packet() const noexcept override;
  ConstBytes make(PacketKind kind) noexcept override;
  void end_tick() noexcept override;
  /// A receiver that has lost the channel has lost the picture as well.
  void on_reopen() noexcept override { resend_ = true; }

 private:
  FrameStream(const FrameConfig& config, FramePacker packer, LightSwitch& light);

  ConstBytes content() noexcept;
  ConstBytes darkness() noexcept;
  ConstBytes request() noexcept;
  bool is_dark() const noexcept { return went_dark_ || is_switched_off_ || is_over_; }
  bool goes_dark() noexcept;
  ConstBytes stay_dark() noexcept;
  bool is_frame_due() const noexcept { return ticks_to_frame_ == 0; }
  bool is_resend_due() const noexcept;
  TimePoint fragment_due() const noexcept;
  bool has_fragment_in_tick() const noexcept;
  const QueuedFrame* take() noexcept;
  ConstBytes next_frame() noexcept;
  ConstBytes begin_frame(std::span<const LaserSample> samples, FrameRepeat repeat) noexcept;
  ConstBytes next_message() noexcept;
  ConstBytes keepalive() noexcept;

  FrameConfig config_;
  FramePacker packer_;
  FrameQueue queue_;
  const QueuedFrame* shown_ = nullptr;
  std::int64_t ticks_per_frame_;
  std::int64_t ticks_to_frame_ = 0;
  TimePoint shown_at_{};
  TimePoint sent_at_{};
  bool sent_ = false;    ///< something in this tick
  bool resend_ = false;  ///< the picture, at once
  bool is_lit_ = false;  ///< the frame that was sent last

  TimePoint fragments_from_{};  ///< departure of the first fragment, plus all stalls since
  Duration spread_{0};          ///< of the frame in progress

  LightSwitch& light_;
  bool went_dark_ = false;  ///< after the hold time
  bool is_switched_off_ = false;
  bool is_over_ = false;  ///< dark since all has been played
};

}  // namespace idn::stream
