// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "idn/stream/clock_follower.hpp"
#include "idn/stream/packer.hpp"
#include "idn/stream/receiver_watch.hpp"
#include "idn/stream/schedule.hpp"
#include "idn/stream/sender_stats.hpp"

namespace idn::stream {

/// How a session and its receiver keep in touch.
struct LinkTiming {
  /// How often a packet asks for an acknowledge; zero: never. The first packet always asks, and so do those of
  /// the next 20 chunks when an answer tells of a refusal or does not come (see ReceiverWatch).
  Duration acknowledge_period{std::chrono::milliseconds(500)};
  /// A stream without samples stays alive by a message this often.
  Duration keepalive_period{std::chrono::milliseconds(200)};
};

/// One stream to one service, as a pure engine: what a WaveSession or a FrameSession was given becomes
/// datagrams, time is an argument. This is the side of it that drivers, loops and observers know; what is
/// played goes through the push() of the type that was created.
///
/// Three ways to the end, all of which send a blanked chunk, the channel close and the session close:
/// finish()  plays what was pushed, then ends;
/// close()   is dark with the next tick, also behind finish();
/// stop()    what a stop request means: behind finish() nothing more, since the end is near; else close().
///
/// Threads: push(), finish() and stop() of one producer; close(), is_done(), stats() and the constants any;
/// everything else the tick thread. Real-time: all of the tick side.
///
/// Dark by default: what is missing when it is due is dark, and so is every end, whatever its reason.
class SenderSession {
 public:
  virtual ~SenderSession() = default;
  SenderSession(const SenderSession&) = delete;
  SenderSession& operator=(const SenderSession&) = delete;

  /// Nothing will follow, and nothing more is taken: play what is there, then end. That lasts as long as what
  /// ring or queue hold. Threads: the producer's.
  void finish() noexcept { finished_.store(true, std::memory_order_release); }
  /// End with the next tick; what still waits stays dark. Threads: any.
  void close() noexcept { closing_.store(true, std::memory_order_release); }
  /// close(), but where finish() has been called what was pushed is still played. Threads: any.
  void stop() noexcept {
    if (!is_finished()) close();
  }
  /// Session abort with the next tick: the receiver drops what it has buffered and closes; the stream then goes
  /// on there with what is due, as on a new connection. No safety function (section 1.8.1). Threads: any.
  void abort() noexcept { aborting_.store(true, std::memory_order_release); }

  /// The first packet is due at `now`.
  void start(TimePoint now) noexcept;
  /// When to call poll_transmit() next; kNever once everything is sent.
  TimePoint next_deadline() const noexcept;
  /// The next datagram that is due; call again until there is none. Valid until the second next one.
  std::optional<ConstBytes> poll_transmit(TimePoint now) noexcept;
  /// When the datagram that poll_transmit() has handed out was due.
  TimePoint departure() const noexcept { return departure_; }
  /// What came from the receiver; anything else is passed over.
  void on_datagram(ConstBytes datagram, TimePoint now) noexcept;
  /// The receiver is to be exchanged for another: as with close(), it gets a blanked chunk, the channel close
  /// and the session close. Then has_left() is true, and the stream waits for on_retarget().
  void leave() noexcept { leaving_ = true; }
  /// Whether the receiver has been left, with everything said.
  bool has_left() const noexcept { return phase_ == Phase::Left; }
  /// From now on the datagrams go to another receiver: the stream begins anew there, on the same timeline. What
  /// the former receiver said is forgotten, what it still says is no answer. `service`: nothing keeps the one
  /// that it has.
  void on_retarget(TimePoint now, std::optional<std::uint8_t> service = std::nullopt) noexcept;
  /// True once the session close has been handed out. Threads: any.
  bool is_done() const noexcept { return done_.load(std::memory_order_acquire); }
  /// An acknowledge has been asked for and has not come.
  bool awaits_answer() const noexcept { return watch_.awaits_answer(); }
  /// Whether to look for one now: at each wake-up while its round trip counts, then now and then, since each
  /// look is a system call.
  bool looks_for_answer(TimePoint now) noexcept {
    constexpr Duration kNowAndThen = std::chrono::milliseconds(10);
    if (!awaits_answer() || (now >= answer_expected_until() && now - looked_ < kNowAndThen)) return false;
    looked_ = now;
    return true;
  }
  /// Until when on_datagram() wants to be called soon after the arrival, to measure the round trip.
  TimePoint answer_expected_until() const noexcept { return watch_.answer_expected_until(); }

  /// Threads: any.
  const SenderStats& stats() const noexcept { return stats_; }
  /// As the stream began. Threads: any.
  const PackerConfig& packing() const noexcept { return packing_; }
  /// The time between two wake-ups, rounded down. Threads: any before start() and where the rate never changes,
  /// else the tick thread.
  Duration tick_duration() const noexcept { return tick_.duration(); }

 protected:
  SenderSession(const PackerConfig& packing, Duration acknowledge_period, TickLength tick);
  void follow_receiver() noexcept { follower_.emplace(); }

  // What waves and frames do differently. `tick()` is the deadline of the tick in progress.
  virtual void anchor(TimePoint now) noexcept = 0;
  virtual Duration longest_stall() const noexcept = 0;  ///< beyond it the stream restarts from now
  virtual bool drops_overdue() const noexcept = 0;
  /// Passes over what belongs to the tick in progress.
  virtual void skip_tick() noexcept = 0;
  virtual bool has_content() noexcept = 0;         ///< something that was pushed is still to be shown
  virtual bool wants_packet() const noexcept = 0;  ///< another packet belongs to this tick
  /// When the next packet of the tick in progress may leave.
  virtual TimePoint packet_due() const noexcept = 0;
  virtual ConstBytes content() noexcept = 0;  ///< empty when there is nothing to send in this tick
  virtual ConstBytes darkness() noexcept = 0;
  virtual ConstBytes channel_close() noexcept = 0;
  virtual ConstBytes session_close() noexcept = 0;
  virtual ConstBytes session_abort() noexcept = 0;
  virtual void reopen() noexcept = 0;
  virtual void change_service(std::uint8_t service) noexcept = 0;
  virtual std::uint16_t last_sequence() const noexcept = 0;
  virtual void on_tick_end() noexcept = 0;
  virtual void on_moved() noexcept {}  ///< to another receiver, without closing the session at the former one
  /// The most packets of one wake-up that still has overdue ones behind it.
  virtual std::size_t longest_burst() const noexcept = 0;

  TimePoint tick() const noexcept { return ticks_.deadline(); }
  TickLength tick_length() const noexcept { return tick_; }
  /// The tick in progress lasts as long as that, and so do the next.
  void change_tick(TickLength tick) noexcept {
    tick_ = tick;
    ticks_.change_length(tick);
  }
  /// Of the poll in progress.
  TimePoint poll_time() const noexcept { return now_; }
  /// On the time axis of the stream, which only differs from ours when it follows a receiver.
  TimePoint media_time(TimePoint at) const noexcept { return at + ticks_.ahead(); }
  bool is_finished() const noexcept { return finished_.load(std::memory_order_acquire); }
  /// True once for each receiver: what comes next is the first it gets.
  bool takes_beginning() noexcept { return std::exchange(begins_, false); }
  /// Whether the packet that is being made has to ask for an acknowledge: one without samples, or the first of
  /// a chunk of them, which is to call this once.
  bool asks() const noexcept { return watch_.is_due(now_); }
  bool begin_chunk() noexcept { return watch_.begin_chunk(now_); }
  /// Call after making a packet of content.
  ConstBytes made(ConstBytes datagram, bool asked) noexcept;
  SenderStats& count() noexcept { return stats_; }

 private:
  enum class Phase : std::uint8_t { Streaming, Blanking, ChannelClose, SessionClose, Left, Done };

  void begin_tick() noexcept;
  void end_tick() noexcept;
  bool is_overdue() const noexcept { return now_ - ticks_.deadline() >= tick_.duration(); }
  bool burst_is_over() const noexcept {
    return phase_ == Phase::Streaming && burst_ >= longest_burst() && is_overdue();
  }
  ConstBytes next_packet() noexcept;
  void follow() noexcept;

  PackerConfig packing_;
  TickLength tick_;
  TickSchedule ticks_;
  ReceiverWatch watch_;
  std::optional<ClockFollower> follower_;
  TimePoint now_{};
  TimePoint departure_{};
  TimePoint looked_{};
  TimePoint resume_at_ = TimePoint::min();  ///< when the next packets of a stall may leave
  std::size_t burst_ = 0;                   ///< packets of this wake-up
  Phase phase_ = Phase::Streaming;
  bool tick_begun_ = false;
  bool begins_ = true;
  bool leaving_ = false;
  std::atomic<bool> finished_{false};
  std::atomic<bool> closing_{false};
  std::atomic<bool> aborting_{false};
  std::atomic<bool> done_{false};
  SenderStats stats_;
};

}  // namespace idn::stream
