// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "client/content/latency_control.hpp"
#include "client/content/picture_drawer.hpp"
#include "client/content/sent_samples.hpp"
#include "client/content/source_follower.hpp"
#include "client/content/wait_meter.hpp"
#include "idn/statistics.hpp"
#include "idn/stream/send/sample_ring.hpp"
#include "io/send/shared_ring.hpp"
#include "output/frame_limiter.hpp"
#include "output/output_stage.hpp"
#include "stream/send/frame_stream.hpp"
#include "stream/send/light_switch.hpp"
#include "stream/send/tick_sample_source.hpp"

namespace idn::client {

/// How the application supplies content.
enum class ContentSource : std::uint8_t { None, Pictures, Samples, Filled, Shared };

/// The content of a device, passed without locks from the calls of the application to the tick thread, which
/// decides for each datagram whether it is lit.
class DeviceContent final : public stream::TickSampleSource {
 public:
  /// @param shortest_ring least capacity of the queue, in samples
  /// @param longest samples of the longest datagram
  DeviceContent(const DeviceOptions& options, std::size_t shortest_ring, std::size_t longest);
  /// Frame mode: pictures go to `frames`, which must outlive this; the functions of TickSampleSource are not
  /// used then. To be called before all others.
  void play_frames(stream::FrameStream& frames, const DeviceOptions& options);

  // Any thread.

  /// Arming and hold time; blackouts by black_out(), which discards what is queued.
  stream::LightSwitch& light() noexcept { return light_; }
  const stream::LightSwitch& light() const noexcept { return light_; }
  void black_out(bool dark) noexcept;
  /// Whether the next datagram will find queued samples to discard, which then are room.
  bool is_discarding() const noexcept {
    return discard_before_.load(std::memory_order_acquire) > ring_.popped();
  }
  /// For the producer: returns after `pause`, or when black_out() makes room. One that begins at the same
  /// moment may be missed, since black_out() takes no lock.
  void wait_for_room(Duration pause);
  void request_rate(SampleRate rate) noexcept {
    wanted_rate_.store(rate.per_second, std::memory_order_release);
  }
  /// @param share from 0 to 1
  void set_brightness(double share) noexcept {
    brightness_.store(static_cast<float>(share), std::memory_order_relaxed);
  }
  /// In force from the next datagram, or frame, on; where that moves the beam far, dark until it has arrived.
  /// Of `options` only what OutputStage::change() names may differ. One call at a time. Real-time: no.
  void change_output(const OutputOptions& options);
  /// When the first sample will probably be sent, for sent_at(); kNever: not known.
  void expect_start(TimePoint at) noexcept {
    if (at != kNever) first_sent_ns_.store(at.time_since_epoch().count(), std::memory_order_relaxed);
  }
  /// Discards queued content, and what a call in progress still supplies. The next call may use any kind of
  /// content.
  void release() noexcept;

  bool is_playing_samples() const noexcept {
    const ContentSource source = source_.load(std::memory_order_relaxed);
    return source == ContentSource::Samples || source == ContentSource::Filled;
  }
  /// Current length of the queue, as a limit.
  Duration latency() const noexcept { return control_ ? control_->level() : latency_; }
  SampleRate rate() const noexcept override { return {rate_.load(std::memory_order_relaxed)}; }
  std::size_t left_at_rate() const noexcept override;
  std::int64_t pace_ppb() const noexcept override {
    return source_follower_ ? source_follower_->pace_ppb() : 0;
  }
  std::size_t waiting() const noexcept { return ring_.size(); }
  std::uint64_t discarded_samples() const noexcept { return discarded_samples_.value(); }
  std::uint64_t replaced_pictures() const noexcept {
    return frames_ != nullptr ? frames_->replaced() : replaced_.value();
  }
  const output::OutputCounters& limited() const noexcept {
    return frame_limiter_ ? frame_limiter_->counters() : output_.counters();
  }

  /// Queueing delays: from the call that supplied a sample, or with FrameOptions::keep_all a frame, to the
  /// departure time of its datagram.
  const DurationHistogram& waits() const noexcept { return waits_.waits(); }

  /// What was sent since the last call; nothing without DeviceOptions::preview. One thread.
  std::size_t read_sent(std::span<LaserSample> out) noexcept {
    return sent_samples_ ? sent_samples_->read(out) : 0;
  }

  /// Errors: Errc::BadOption (frame mode: too long for a frame).
  Result<void> check_picture(std::span<const LaserSample> picture) const;

  /// A call of the application that supplies content: one at a time.
  class Call {
   public:
    /// False: refused, since another call or another kind of content uses the device.
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

  // Only while a Call that was not refused exists.

  /// @param picture one that check_picture() accepts
  void show(std::span<const LaserSample> picture, TimePoint now);
  /// Whether show() has room for a picture that must not replace another.
  bool has_room_for_picture() const noexcept { return frames_->buffered() < frames_->capacity(); }
  /// @return how many samples were queued, counted from the first
  std::size_t write(std::span<const LaserSample> samples, TimePoint now) noexcept;
  /// A contiguous free part of the queue, to be written in place; commit() then queues its first `count`
  /// samples.
  std::span<LaserSample> room() noexcept;
  void commit(std::size_t count, TimePoint now) noexcept;
  /// For ContentSource::Shared: what other programs write into `ring`, which must live as long as the tick
  /// thread uses this. There is no hold time.
  void play_shared(io::SharedRing& ring, TimePoint now) noexcept;
  std::uint64_t pushed() const noexcept { return ring_.pushed(); }
  /// How many samples write() would queue.
  std::size_t free() const noexcept;
  /// Estimated departure time of the sample with that number, counted as pushed() does; not before `now`.
  TimePoint sent_at(std::uint64_t index, TimePoint now) const noexcept;

  // Tick thread.

  const LaserSample* prepare(TimePoint due) noexcept override;
  stream::SampleSpans take(std::size_t most, TimePoint due) noexcept override;
  void begin(LaserSample& origin) noexcept override;
  void extend(std::span<LaserSample> dark) noexcept override;
  /// Frame mode: the stream starts to send the next frame, whose departure time is `due`.
  void on_frame_taken(TimePoint due) noexcept;
  /// The stream has switched to another address of its unit.
  void on_moved() noexcept {
    if (!rearm_) light_.arm(false);
  }

 private:
  const LaserSample* find_next(TimePoint due) noexcept;
  const LaserSample* next_queued() noexcept;
  void mark_rate() noexcept;
  void follow_rate() noexcept;
  bool finishes_pass() const noexcept;
  bool is_drawing() const noexcept {
    return playing_ == ContentSource::Pictures || playing_ == ContentSource::Shared;
  }
  std::size_t draw(std::span<LaserSample> room, TimePoint due) noexcept;
  void release_taken() noexcept;
  std::size_t length_of_jump(LaserSample to) const noexcept;
  void note_sent(std::span<const LaserSample> samples) noexcept {
    if (sent_samples_) sent_samples_->add(samples);
  }
  stream::SampleSpans take_waiting(std::size_t most, TimePoint due) noexcept;
  std::span<const LaserSample> from_its_end(std::span<const LaserSample> picture);
  std::size_t limit() const noexcept;
  void notice_underrun(std::size_t count, std::size_t wanted, TimePoint due) noexcept;

  const Duration latency_;
  const bool rearm_;
  stream::LightSwitch light_;
  const std::size_t shortest_ring_;
  stream::SampleRing ring_;
  WaitMeter waits_;
  std::optional<LatencyControl> control_;          ///< of DeviceOptions::underrun_probability
  std::optional<SourceFollower> source_follower_;  ///< of DeviceOptions::follow_source
  std::optional<SentSamples> sent_samples_;        ///< of DeviceOptions::preview
  PictureDrawer drawer_;
  std::vector<LaserSample> drawn_;  ///< the datagram in progress, of pictures and of shared memory
  output::OutputStage output_;
  stream::FrameStream* frames_ = nullptr;
  stream::FrameRepeat repeat_{};
  bool keeps_all_frames_ = false;
  std::size_t longest_frame_ = 0;  ///< frame mode: samples
  const stream::MoveTiming moves_;
  const Duration colour_shift_;
  std::vector<LaserSample> frame_;                     ///< used by the producer only
  std::optional<output::FrameLimiter> frame_limiter_;  ///< used by the producer only
  std::uint64_t frames_pushed_ = 0;                    ///< used by the producer only

  std::mutex room_mutex_;
  std::condition_variable has_room_;
  std::atomic<bool> makes_room_{false};           ///< black_out() was called, and wait_for_room() does not know
  std::atomic<std::uint64_t> discard_before_{0};  ///< number of the first sample that is still to be played
  std::atomic<ContentSource> source_{ContentSource::None};
  std::atomic<io::SharedRing*> shared_{nullptr};  ///< of ContentSource::Shared
  std::atomic_flag in_call_;
  std::atomic<std::uint32_t> rate_;
  std::atomic<std::uint32_t> wanted_rate_;
  std::atomic<float> brightness_{1};
  /// Pending change: number of the first sample at the new rate, times 2^20, plus the new rate; 0: none.
  std::atomic<std::uint64_t> rate_change_{0};
  std::atomic<std::int64_t> first_sent_ns_{0};  ///< when sample 0 would have left at the present rate
  Counter discarded_samples_;
  LatestValue<std::uint64_t> replaced_;

  // Used by the tick thread only.
  ContentSource playing_ = ContentSource::None;
  std::uint32_t output_rate_;
  bool has_next_ = false;  ///< prepare() found a sample
  std::size_t taken_ = 0;  ///< samples of the ring that the last take() returned
  std::uint64_t frames_taken_ = 0;
  LaserSample last_{};                 ///< last one taken, before the output stage
  LaserSample sent_{};                 ///< the same after it
  std::size_t dark_after_change_ = 0;  ///< samples still to be blanked, after change_output()
};

}  // namespace idn::client
