// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "idn/stream/clock_follower.hpp"
#include "idn/stream/frame_packer.hpp"
#include "idn/stream/packer.hpp"
#include "idn/stream/receiver_watch.hpp"
#include "idn/stream/schedule.hpp"
#include "idn/stream/sender_stats.hpp"

namespace idn::stream {

enum class SenderMode : std::uint8_t {
  Wave,   ///< a gapless stream of samples (section 2.6)
  Frame,  ///< pictures, which the receiver repeats until the next one comes (section 2.7)
};

/// "wave" or "frame".
std::string_view to_string(SenderMode mode) noexcept;

/// What a wave stream does about packets that are overdue because its thread was not run in time.
enum class LatePolicy : std::uint8_t {
  CatchUp,  ///< sends them, a few at each wake-up: nothing is lost, and the show is on time again
  Skip,     ///< drops them: the show is on time at once, receivers see a gap
  Stretch,  ///< goes on from now: nothing is lost and nothing bursts, the show ends later by the stall
};

/// "catch-up", "skip" or "stretch".
std::string_view to_string(LatePolicy policy) noexcept;
std::optional<LatePolicy> late_policy_from(std::string_view name) noexcept;

struct SenderConfig {
  SenderMode mode = SenderMode::Wave;
  PackerConfig packer{};
  /// How often a packet asks for an acknowledge; zero: never. The first packet always asks.
  Duration acknowledge_period{std::chrono::milliseconds(500)};
  /// An idle stream stays alive by a message this often.
  Duration keepalive_period{std::chrono::milliseconds(200)};

  // Waves.
  /// Time between two wake-ups; zero: the display time of one packet.
  Duration tick{0};
  LatePolicy late = LatePolicy::CatchUp;
  /// CatchUp: how many overdue packets may leave at one wake-up beside those of one tick; fewer where they
  /// would last longer than 20 ms. The others wait for the next ticks.
  std::size_t catch_up_packets = 3;
  /// CatchUp: after a longer stall the stream restarts from now. The default is the buffer of the reference
  /// receiver, which hides a stall of that length entirely.
  Duration catch_up_limit{std::chrono::milliseconds(40)};
  /// Samples between producer and tick thread; at least two packets.
  std::size_t ring_capacity = 8192;
  /// After being without samples for this long, the stream sends only keepalives until there are some again.
  Duration idle_after{std::chrono::seconds(1)};
  /// Follow the clock of a receiver that tells its latency in acknowledges, see ClockFollower; they are asked
  /// for every 200 ms at least, unless acknowledge_period says never. Packets keep
  /// their samples and display time, and leave slightly more or less often. The time axis of the stream, on
  /// which timestamps lie, then runs by the receiver's clock instead of ours, as a clock that is being
  /// disciplined does: chunks still meet exactly, and at the receiver the distance between arrival and
  /// timestamp stays what it was. Only who compares timestamps with our clock, or a third one, sees them move
  /// away by the correction, up to 200 us per second; so a receiver that takes them for true time shows the
  /// stream that much earlier or later. All other times, as that of idle_after, remain those of our clock.
  bool follow = false;

  // Frames.
  FrameLimits frame{};
  Duration frame_period{std::chrono::milliseconds(40)};  ///< 1 ms to 10 s
  /// A picture that stays is sent again this often, for receivers that start later.
  Duration resend_period{std::chrono::seconds(1)};
};

/// One stream to one service, as a pure engine: samples or frames in, datagrams out, time is an argument.
///
/// Threads: push(), push_frame(), buffered() and finish() belong to one producer thread; stats() and close() to
/// any; everything else to the tick thread. Real-time: all of the tick side.
///
/// Dark by default: samples that are missing when they are due are replaced by dark ones at the last position,
/// and every end, whatever its reason, sends a blanked chunk, the channel close and the session close.
class SenderSession {
 public:
  /// Errors as Packer::create and FramePacker::create; InvalidRate also for an impossible frame period.
  static Result<std::unique_ptr<SenderSession>> create(const SenderConfig& config);
  virtual ~SenderSession() = default;
  SenderSession(const SenderSession&) = delete;
  SenderSession& operator=(const SenderSession&) = delete;

  /// Waves. Returns how many samples, from the front, were taken; the rest has to be offered again.
  virtual std::size_t push(std::span<const LaserSample> samples) noexcept = 0;
  /// Frames. False when there is no room yet; then the frame has to be offered again.
  virtual bool push_frame(std::span<const LaserSample> samples, bool once) = 0;
  /// Samples or frames that wait, and how many can.
  virtual std::size_t buffered() const noexcept = 0;
  virtual std::size_t capacity() const noexcept = 0;
  /// Nothing will follow: play what is there, then close.
  void finish() noexcept { finished_.store(true, std::memory_order_release); }
  /// Close at the next tick; what is still buffered stays dark.
  void close() noexcept { closing_.store(true, std::memory_order_release); }

  /// The first packet is due at `now`.
  void start(TimePoint now) noexcept;
  /// When to call poll_transmit() next; kNever once everything is sent.
  TimePoint next_deadline() const noexcept;
  /// The next datagram that is due; call again until there is none. Valid until the next call.
  std::optional<ConstBytes> poll_transmit(TimePoint now) noexcept;
  /// When the datagram that poll_transmit() has handed out was due.
  TimePoint departure() const noexcept { return std::max(ticks_.deadline(), resume_at_); }
  void on_datagram(ConstBytes datagram, TimePoint now) noexcept;
  /// From now on the datagrams go to another receiver: the stream begins anew there, on the same timeline. What
  /// the former receiver said is forgotten, what it still says is no answer.
  void on_retarget(TimePoint now) noexcept;
  /// True once the session close has been handed out.
  bool is_done() const noexcept { return phase_ == Phase::Done; }
  /// An acknowledge has been asked for and has not come.
  bool awaits_answer() const noexcept { return watch_.awaits_answer(); }
  /// Until when on_datagram() wants to be called soon after the arrival, to measure the round trip.
  TimePoint answer_expected_until() const noexcept { return watch_.answer_expected_until(); }

  const SenderStats& stats() const noexcept { return stats_; }
  const SenderConfig& config() const noexcept { return config_; }
  /// The time between two wake-ups, rounded down.
  Duration tick_duration() const noexcept { return tick_.duration(); }

 protected:
  SenderSession(const SenderConfig& config, TickLength tick);

  // What waves and frames do differently. `tick()` is the deadline of the tick in progress.
  virtual void anchor(TimePoint now) noexcept = 0;
  virtual Duration longest_stall() const noexcept = 0;  ///< beyond it the stream restarts from now
  virtual bool drops_overdue() const noexcept = 0;
  /// Passes over what belongs to the tick in progress.
  virtual void skip_tick() noexcept = 0;
  virtual bool has_content() const noexcept = 0;   ///< something that was pushed is still to be shown
  virtual bool wants_packet() const noexcept = 0;  ///< another packet belongs to this tick
  virtual ConstBytes content() noexcept = 0;       ///< empty when there is nothing to send in this tick
  virtual ConstBytes darkness() noexcept = 0;
  virtual ConstBytes channel_close() noexcept = 0;
  virtual ConstBytes session_close() noexcept = 0;
  virtual void reopen() noexcept = 0;
  virtual std::uint16_t last_sequence() const noexcept = 0;
  virtual void on_tick_end() noexcept = 0;
  /// The most packets of one wake-up that still has overdue ones behind it.
  virtual std::size_t longest_burst() const noexcept = 0;

  TimePoint tick() const noexcept { return ticks_.deadline(); }
  TickLength tick_length() const noexcept { return tick_; }
  /// On the time axis of the stream, which only differs from ours when it follows a receiver.
  TimePoint media_time(TimePoint at) const noexcept { return at + ticks_.ahead(); }
  bool is_finished() const noexcept { return finished_.load(std::memory_order_acquire); }
  /// True once for each receiver: what comes next is the first it gets.
  bool takes_beginning() noexcept { return std::exchange(begins_, false); }
  /// Whether the packet that is being made has to ask for an acknowledge.
  bool asks() const noexcept { return watch_.is_due(now_); }
  /// To be told after making a packet of content.
  ConstBytes made(ConstBytes datagram, bool asked) noexcept;
  SenderStats& count() noexcept { return stats_; }

 private:
  enum class Phase : std::uint8_t { Streaming, Blanking, ChannelClose, SessionClose, Done };

  void begin_tick() noexcept;
  void end_tick() noexcept;
  bool is_overdue() const noexcept { return now_ - ticks_.deadline() >= tick_.duration(); }
  bool burst_is_over() const noexcept {
    return phase_ == Phase::Streaming && burst_ >= longest_burst() && is_overdue();
  }
  ConstBytes next_packet() noexcept;
  void follow() noexcept;

  SenderConfig config_;
  TickLength tick_;
  TickSchedule ticks_;
  ReceiverWatch watch_;
  std::optional<ClockFollower> follower_;
  TimePoint now_{};                         ///< of the poll in progress
  TimePoint resume_at_ = TimePoint::min();  ///< when the next packets of a stall may leave
  std::size_t burst_ = 0;                   ///< packets of this wake-up
  Phase phase_ = Phase::Streaming;
  bool tick_begun_ = false;
  bool begins_ = true;
  std::atomic<bool> finished_{false};
  std::atomic<bool> closing_{false};
  SenderStats stats_;
};

}  // namespace idn::stream
