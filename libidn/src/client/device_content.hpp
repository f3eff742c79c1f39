// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <vector>

#include "client/frame_limiter.hpp"
#include "client/latency_control.hpp"
#include "client/picture_drawer.hpp"
#include "client/wait_meter.hpp"
#include "idn/client/output_stage.hpp"
#include "idn/counter.hpp"
#include "idn/io/shared_ring.hpp"
#include "idn/stream/frame_session.hpp"
#include "idn/stream/sample_ring.hpp"
#include "idn/stream/tick_sample_source.hpp"

namespace idn::client {

/// How an application brings content.
enum class ContentSource : std::uint8_t { None, Pictures, Samples, Filled, Shared };

/// What a device plays: between the calls of an application and the tick thread, without locks. Whether it is
/// lit is decided here, as late as possible.
class DeviceContent final : public stream::TickSampleSource {
 public:
  /// `rate` and what `options` says of latency, hold time and switching. `longest`: samples of the longest
  /// datagram.
  DeviceContent(const DeviceOptions& options, std::size_t shortest_ring, std::size_t longest);
  /// Pictures go to `session`, which lives as long: nothing is asked for as a TickSampleSource. Before any
  /// call.
  void play_frames(stream::FrameSession& session, const DeviceOptions& options);

  // Any thread.

  void arm(bool armed) noexcept {
    armed_.store(armed, std::memory_order_relaxed);
    light_frames();
  }
  void black_out(bool dark) noexcept;
  bool is_armed() const noexcept { return armed_.load(std::memory_order_relaxed); }
  bool is_blacked_out() const noexcept { return blackout_.load(std::memory_order_relaxed); }
  void keep(Duration duration, TimePoint now) noexcept;
  void request_rate(SampleRate rate) noexcept {
    wanted_rate_.store(rate.per_second, std::memory_order_release);
  }
  /// From now on what writers put into `ring`, which outlives the tick thread's use of this. Behind
  /// begin_call(ContentSource::Shared), and before the tick thread sees that.
  void play_shared(io::SharedRing& ring) noexcept { shared_.store(&ring, std::memory_order_release); }
  /// What was brought is played without regard to the hold time from now on.
  void play_out() noexcept { plays_out_.store(true, std::memory_order_release); }
  /// Nobody owns the device any more; what waits is of no use, nor what a call in progress still brings.
  void release() noexcept;

  bool is_playing_samples() const noexcept {
    const ContentSource source = source_.load(std::memory_order_relaxed);
    return source == ContentSource::Samples || source == ContentSource::Filled;
  }
  /// The most that may wait.
  Duration latency() const noexcept { return control_ ? control_->level() : latency_; }
  SampleRate rate() const noexcept override { return {rate_.load(std::memory_order_relaxed)}; }
  std::size_t left_at_rate() const noexcept override;
  std::size_t waiting() const noexcept { return ring_.size(); }
  std::uint64_t holds_expired() const noexcept {
    return frames_ != nullptr ? frames_->stats().holds_expired.value() : holds_expired_.value();
  }
  std::uint64_t replaced_pictures() const noexcept {
    return frames_ != nullptr ? frames_->stats().replaced_frames.value() : replaced_.value();
  }
  const OutputCounters& limited() const noexcept {
    return frame_limiter_ ? frame_limiter_->counters() : output_.counters();
  }

  /// From the call that brought a sample, or a frame of those that are all kept, to its datagram.
  const DurationHistogram& waits() const noexcept { return waits_.waits(); }

  /// One call of the application that brings content.
  class Call {
   public:
    /// Whether the device is free for it.
    explicit operator bool() const noexcept { return content_ != nullptr; }
    ~Call() {
      if (content_ != nullptr) content_->in_call_.clear(std::memory_order_release);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    friend class DeviceContent;
    explicit Call(DeviceContent* content) noexcept : content_(content) {}
    DeviceContent* content_;
  };
  Call begin_call(ContentSource source, TimePoint now) noexcept;

  // Within a call.

  void show(std::span<const LaserSample> picture, TimePoint now);
  /// The application lives, though it brings nothing just now.
  void note_activity(TimePoint now) noexcept;
  /// Whether show() has room for a picture that must not replace another.
  bool has_room_for_picture() const noexcept { return frames_->buffered() < frames_->capacity(); }
  /// @return how many found room
  std::size_t write(std::span<const LaserSample> samples, TimePoint now) noexcept;
  /// Room to be filled in place, in one piece; commit() hands over how much of it was.
  std::span<LaserSample> room() noexcept;
  void commit(std::size_t count, TimePoint now) noexcept;
  std::uint64_t pushed() const noexcept { return ring_.pushed(); }
  /// What write() would take.
  std::size_t free() const noexcept;
  /// When the sample of this number, of pushed(), is to leave, as far as is known.
  TimePoint sent_at(std::uint64_t index, TimePoint now) const noexcept;

  // Tick thread.

  const LaserSample* front(TimePoint due) noexcept override;
  stream::SampleSpans take(std::size_t most, TimePoint due) noexcept override;
  std::size_t skip(std::size_t most) noexcept override;
  void begin(LaserSample& origin) noexcept override { output_.begin(origin); }
  void extend(std::span<LaserSample> dark) noexcept override { output_.extend(dark); }
  /// The next frame of play_frames() is sent, from that time on.
  void on_frame_taken(TimePoint due) noexcept;
  void on_moved() noexcept override {
    if (!rearm_) arm(false);
  }

 private:
  bool is_ownerless(TimePoint now) const noexcept;
  bool notice_silence(TimePoint due) noexcept;
  void mark_rate() noexcept;
  void follow_rate() noexcept;
  bool finishes_pass() const noexcept;
  bool is_drawing() const noexcept {
    return playing_ == ContentSource::Pictures || playing_ == ContentSource::Shared;
  }
  std::size_t draw(std::span<LaserSample> room, TimePoint due) noexcept;
  void release_taken() noexcept;
  stream::SampleSpans take_waiting(std::size_t most, TimePoint due) noexcept;
  void light_frames() noexcept;
  std::size_t limit() const noexcept;
  void notice_underrun(std::size_t count, std::size_t wanted, TimePoint due) noexcept;

  const Duration latency_;
  const Duration hold_;
  const bool rearm_;
  const Duration longest_step_;
  const std::size_t shortest_ring_;
  stream::SampleRing ring_;
  WaitMeter waits_;
  std::optional<LatencyControl> control_;  ///< of DeviceOptions::underrun_probability
  PictureDrawer drawer_;
  std::vector<LaserSample> drawn_;  ///< of pictures, for one datagram
  OutputStage output_;
  stream::FrameSession* frames_ = nullptr;
  stream::FrameRepeat repeat_{};
  bool keeps_all_frames_ = false;
  std::optional<FrameLimiter> frame_limiter_;  ///< of the producer
  std::uint64_t frames_pushed_ = 0;            ///< of the producer

  std::atomic<bool> armed_{false};
  std::atomic<bool> blackout_{false};
  std::atomic<std::uint64_t> discard_before_{0};  ///< number of the first sample in the ring that is of use
  std::atomic<bool> plays_out_{false};
  std::atomic<ContentSource> source_{ContentSource::None};
  std::atomic<io::SharedRing*> shared_{nullptr};  ///< of ContentSource::Shared
  std::atomic_flag in_call_;
  std::atomic<std::int64_t> heard_ns_{0};
  std::atomic<std::int64_t> hold_ns_;
  std::atomic<std::uint32_t> rate_;
  std::atomic<std::uint32_t> wanted_rate_;
  std::atomic<std::uint64_t> rate_change_{0};   ///< number of the first sample, times 2^20, and rate; 0: none
  std::atomic<std::int64_t> first_sent_ns_{0};  ///< when sample 0 would have left at the present rate
  Counter holds_expired_;
  LatestValue<std::uint64_t> replaced_;

  // Of the tick thread.
  ContentSource playing_ = ContentSource::None;
  bool expired_ = true;
  std::int64_t heard_ = 0;
  TimePoint due_{};
  Duration silence_{0};  ///< of the application, while this thread ran
  std::uint32_t output_rate_;
  std::size_t taken_ = 0;  ///< of the ring
  std::uint64_t frames_taken_ = 0;
  LaserSample last_{};  ///< as the application has it
};

}  // namespace idn::client
