// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "idn/stream/send/clock_follower.hpp"
#include "stream/send/packet_source.hpp"
#include "stream/send/receiver_watch.hpp"
#include "stream/send/sender_stats.hpp"

namespace idn::stream {

/// How a session deals with its receiver.
struct LinkConfig {
  /// Time between requests for an acknowledge; zero: none are sent. The first goes out right behind the first
  /// packet, without samples, and so do all until one is answered; then packets of the stream request them, and
  /// so does each of the next 20 chunks after an acknowledge that reports a refusal, or when acknowledges stop
  /// coming (see ReceiverWatch).
  Duration acknowledge_period{std::chrono::milliseconds(500)};
  /// Time between the keepalives of a stream that has no samples to send.
  static constexpr Duration kKeepalivePeriod{std::chrono::milliseconds(200)};
  /// After finish() and end(): dark for this long, or for the latency that the receiver reports (up to 5 s) if
  /// that is longer, between the last content and the close, since there are receivers that drop what they have
  /// buffered when a channel is closed.
  Duration dark_before_close{0};
  /// Follow the clock of a receiver that reports its latency in acknowledges, see ClockFollower; these are
  /// requested every 200 ms at least, unless acknowledge_period is zero. For waves: packets keep their samples
  /// and display time, and leave slightly more or less often. The timestamps then follow the receiver's clock
  /// instead of ours, like those of a disciplined clock: chunks still join exactly, and the receiver sees a
  /// constant difference between arrival and timestamp. Against our clock, or a third one, the timestamps drift
  /// by the correction, up to 200 us per second; a receiver that plays them by a clock synchronized with ours
  /// shows the stream earlier or later by that. All other times remain those of our clock.
  bool follow = false;
  /// Called on the tick thread when the stream has switched to another address of its unit, before anything is
  /// sent there. Real-time.
  std::function<void()> on_moved{};
};

/// One stream to one service, sans-I/O: ticks, closing and acknowledges; time is an argument. What it sends
/// comes from its PacketSource, a WaveStream or a FrameStream.
///
/// Ways to the end, all of which send a blanked chunk, the channel close and the session close:
/// finish()  plays what was pushed, stays dark for LinkConfig::dark_before_close, then ends;
/// end()     the same without playing, dark with the next tick;
/// close()   ends with the next tick, also after finish() and end().
///
/// Threads: finish() and pushing: one producer; end(), close(), is_done(), is_finished(), stats() and the
/// constants: any; everything else: the tick thread. Real-time: all members for the tick thread.
///
/// Dark by default: samples that are missing when they are due are dark, and a stream goes dark before it ends.
class SenderSession {
 public:
  explicit SenderSession(std::unique_ptr<PacketSource> source, const LinkConfig& link = {});
  SenderSession(const SenderSession&) = delete;
  SenderSession& operator=(const SenderSession&) = delete;

  /// Ends the stream after everything that is in the ring or queue has been played; nothing more may be pushed.
  /// Threads: the producer.
  void finish() noexcept { finished_.store(true, std::memory_order_release); }
  /// Ends as after finish(), but what is still queued is not shown. Threads: any.
  void end() noexcept {
    drops_queue_.store(true, std::memory_order_relaxed);
    finish();
  }
  /// Ends the stream with the next tick; what is still queued is not shown. Threads: any.
  void close() noexcept { closing_.store(true, std::memory_order_release); }
  /// Sends a session abort with the next tick: the receiver drops what it has buffered and closes. The stream
  /// then continues as on a new connection, with what is due. No safety function (section 1.8.1). Threads: any.
  void abort() noexcept { aborting_.store(true, std::memory_order_release); }

  /// The first packet is due at `now`.
  void start(TimePoint now) noexcept;
  /// Instead of start(): ends the stream without sending anything if close() or end() was called.
  /// @return whether it was
  bool end_unstarted() noexcept;
  /// When to call poll_transmit() next; kNever once everything is sent.
  TimePoint next_deadline() const noexcept;
  /// The next datagram that is due; call again until there is none. Its octets stay valid while the next
  /// datagram is made, not beyond.
  std::optional<ConstBytes> poll_transmit(TimePoint now) noexcept;
  /// When the datagram that poll_transmit() returned last was due.
  TimePoint departure() const noexcept { return departure_; }
  /// Evaluates a datagram from the receiver; all but acknowledges are ignored.
  void on_datagram(ConstBytes datagram, TimePoint now) noexcept;
  /// Prepares a switch to another receiver: as with close(), the present one gets a blanked chunk, the channel
  /// close and the session close. Then has_left() is true, and the stream waits for on_retarget().
  void leave() noexcept { leaving_ = true; }
  /// Whether poll_transmit() has returned the session close that leave() asked for.
  bool has_left() const noexcept { return phase_ == Phase::Left; }
  /// Call when the datagrams go to another receiver from now on: the stream is opened anew there, on the same
  /// timeline. The state of the former receiver is discarded, and acknowledges that it still sends are ignored.
  /// `service`: its ID at the new receiver; nothing: unchanged.
  void on_retarget(TimePoint now, std::optional<std::uint8_t> service = std::nullopt) noexcept;
  /// True once poll_transmit() has returned the session close that ends the stream. Threads: any.
  bool is_done() const noexcept { return done_.load(std::memory_order_acquire); }
  /// Whether an acknowledge is outstanding.
  bool awaits_answer() const noexcept { return watch_.awaits_answer(); }
  /// Whether to read the socket for an acknowledge now: at each wake-up while the round trip is measured, later
  /// every 10 ms, since each read is a system call.
  bool looks_for_answer(TimePoint now) noexcept {
    constexpr Duration kReadInterval = std::chrono::milliseconds(10);
    if (!awaits_answer() || (now >= answer_expected_until() && now - last_answer_read_ < kReadInterval))
      return false;
    last_answer_read_ = now;
    return true;
  }
  /// Until when an acknowledge should be passed to on_datagram() soon after its arrival, since the round trip
  /// is measured.
  TimePoint answer_expected_until() const noexcept { return watch_.answer_expected_until(); }

  /// Threads: any.
  const SenderStats& stats() const noexcept { return stats_; }
  /// The time between two wake-ups, rounded down. Threads: any before start() and where the rate never changes,
  /// else the tick thread.
  Duration tick_duration() const noexcept { return plan_.tick.duration(); }

  // For its source.

  /// Deadline of the tick in progress.
  TimePoint tick() const noexcept { return ticks_.deadline(); }
  /// Length of the tick in progress.
  TickLength tick_length() const noexcept { return plan_.tick; }
  /// Changes the length of the tick in progress and of those after it.
  void change_plan(const TickPlan& plan) noexcept {
    plan_ = plan;
    ticks_.change_length(plan.tick);
  }
  /// Ticks are that much shorter, in parts per billion, from the next one on.
  void set_pace(std::int64_t ppb) noexcept { ticks_.pace(ppb); }
  /// The time that was passed to poll_transmit().
  TimePoint poll_time() const noexcept { return now_; }
  /// `at` on the time axis of the stream, which differs from our clock only if the stream follows the clock of
  /// a receiver.
  TimePoint media_time(TimePoint at) const noexcept { return at + ticks_.ahead(); }
  /// Whether content has to be dark, since the stream is about to close.
  bool has_played_out() const noexcept { return phase_ == Phase::PlayedOut; }
  /// finish() or end() was called.
  bool is_finished() const noexcept { return finished_.load(std::memory_order_acquire); }
  /// True once at the start, after an abort and after a change of receiver: the packet in progress is the first
  /// one there.
  bool takes_beginning() noexcept { return std::exchange(begins_, false); }
  /// Whether a packet without samples has to request an acknowledge.
  bool asks() const noexcept { return watch_.is_due(now_); }
  /// Call once per chunk. @return whether its first packet has to request an acknowledge
  bool begin_chunk() noexcept { return watch_.begin_chunk(now_); }
  /// Call with each packet of content or darkness; `asked`: it requests an acknowledge. @return `datagram`
  ConstBytes made(ConstBytes datagram, bool asked) noexcept;
  /// Call with each packet that carries samples.
  void count_datagram() noexcept;
  /// To count anything else in.
  SenderStats& count() noexcept { return stats_; }

 private:
  enum class Phase : std::uint8_t { Streaming, PlayedOut, Blanking, ChannelClose, SessionClose, Left, Done };

  void begin_tick() noexcept;
  void end_tick() noexcept;
  bool is_overdue() const noexcept { return now_ - ticks_.deadline() >= plan_.tick.duration(); }
  bool burst_is_over() const noexcept {
    return phase_ <= Phase::PlayedOut && burst_ >= plan_.longest_burst && is_overdue();
  }
  ConstBytes next_packet() noexcept;
  bool is_over(bool closing) noexcept;
  ConstBytes request_beside() noexcept;
  void follow() noexcept;
  void reopen() noexcept;

  const LinkConfig link_;
  const std::unique_ptr<PacketSource> source_;
  ChannelWriter& channel_;
  TickPlan plan_;
  TickSchedule ticks_;
  ReceiverWatch watch_;
  std::optional<ClockFollower> follower_;
  TimePoint now_{};
  TimePoint departure_{};
  TimePoint last_answer_read_{};
  TimePoint played_out_at_{};                 ///< of Phase::PlayedOut
  TimePoint resume_at_ = (TimePoint::min)();  ///< after a burst of overdue packets: when the next may leave
  std::size_t burst_ = 0;                     ///< packets of this wake-up
  Phase phase_ = Phase::Streaming;
  bool tick_begun_ = false;
  bool is_late_ = false;   ///< the tick in progress is, and has sent no samples
  bool has_sent_ = false;  ///< in the tick in progress
  bool begins_ = true;
  bool leaving_ = false;
  std::atomic<bool> finished_{false};
  std::atomic<bool> drops_queue_{false};  ///< of end()
  std::atomic<bool> closing_{false};
  std::atomic<bool> aborting_{false};
  std::atomic<bool> done_{false};
  SenderStats stats_;
};

}  // namespace idn::stream
