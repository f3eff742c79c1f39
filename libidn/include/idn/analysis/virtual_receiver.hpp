// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "idn/analysis/late_datagram_policy.hpp"
#include "idn/export.hpp"
#include "idn/time.hpp"

/// Simulates a receiver with a buffer of a given length: what of a stream it shows, and when its buffer
/// underruns or overruns (section 2.10).
namespace idn::analysis {

/// A clock that runs at another rate than the one that stamps arrivals; both show the same time at `origin`.
/// Computes with integers only, so its readings are right to the nanosecond also after days.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class DriftingClock {
 public:
  static constexpr std::int64_t kMostPpb = 10'000'000;  ///< 1 %

  /// @param ppb how much faster it runs than the other clock, in parts per billion, -kMostPpb..kMostPpb
  constexpr DriftingClock(Duration origin, std::int64_t ppb) noexcept : origin_(origin), ppb_(ppb) {}

  /// What this clock shows when the other one shows `moment`; moment() is the inverse. The argument of both is
  /// at most 2^62 ns from the origin.
  constexpr Duration reading(Duration moment) const noexcept {
    return moment + share(moment - origin_, kBillion);
  }
  /// What the other clock shows when this one shows `reading`.
  constexpr Duration moment(Duration reading) const noexcept {
    return reading - share(reading - origin_, kBillion + ppb_);
  }

 private:
  static constexpr std::int64_t kBillion = 1'000'000'000;

  /// elapsed * ppb / divisor without overflow.
  constexpr Duration share(Duration elapsed, std::int64_t divisor) const noexcept {
    if (ppb_ == 0) return Duration{0};
    const std::int64_t whole = elapsed.count() / divisor;
    const std::int64_t rest = elapsed.count() % divisor;
    return Duration(whole * ppb_ + rest * ppb_ / divisor);
  }

  Duration origin_;
  std::int64_t ppb_;
};

/// Why an output had nothing to show.
enum class DarkCause : std::uint8_t {
  Late,  ///< samples came after their playout time, or out of order to a receiver that drops those
  Gap,   ///< the sender left out media time
  Lost,  ///< samples never came
};

/// "late", "gap in media time" or "lost".
IDN_EXPORT std::string_view to_string(DarkCause cause) noexcept;

/// A wave chunk as it arrived.
struct ArrivedChunk {
  Duration arrival{};                    ///< since any epoch
  std::chrono::microseconds media{};     ///< unwrapped timestamp, |media| at most 2^61 us
  std::chrono::microseconds duration{};  ///< display time
  bool follows_loss = false;             ///< sequence numbers since the chunk before are missing
  bool is_late = false;                  ///< a later sequence number came before it

  /// Why it is dark right before this chunk.
  constexpr DarkCause cause_before() const noexcept { return follows_loss ? DarkCause::Lost : DarkCause::Gap; }
};

/// The "buffer of 40 ms" that receivers are described by is how long the first chunk waits before playback
/// starts (sections 2.10 and 5.1), thus the delay that stalls may use up: here `target`. How much more fits is
/// seldom documented. With as much room above the target as below, a receiver tolerates a fast sender as long
/// as a slow one; b packets of buffer in the sense of (b, f)-paced streams are a capacity of b and a target of
/// b / 2.
struct ReceiverBuffer {
  /// How long the first chunk waits.
  Duration target = std::chrono::milliseconds(40);
  /// The most that may lie ahead of a chunk that arrives, dark gaps included; at least `target`.
  Duration capacity = 2 * target;
};

/// The output had nothing to show.
struct Underrun {
  Duration start{};   ///< on the axis of the arrivals
  Duration length{};  ///< by the receiver's clock
  DarkCause cause{};  ///< what was missing
};

/// A chunk arrived with more queued ahead of it than the capacity.
struct Overrun {
  Duration moment{};   ///< arrival of that chunk
  Duration dropped{};  ///< media time that is not shown; 0 where playback had not begun and only starts earlier
};

/// Media time that lay ahead of a chunk on its arrival: the local minima of the buffer's level. Measured before
/// an overrun drops anything.
struct BufferLevel {
  Duration min{};  ///< the least
  Duration max{};  ///< the most
  Micros mean{};   ///< of the levels
};

/// Exact in nanoseconds of the receiver's clock. Once finished, received = played + late + overrun + repeated,
/// and the time from the first light to the last is played + dark.
struct PlaybackTotals {
  Duration received{};               ///< display time, after chunks were joined across steps of rounding
  Duration played{};                 ///< by the receiver's clock
  Duration late{};                   ///< came after its playout time, or was dropped since it came out of order
  Duration overrun{};                ///< dropped because the buffer was full
  Duration repeated{};               ///< for media time that had arrived before
  Duration dark{};                   ///< all underruns
  Duration longest_dark{};           ///< the longest underrun
  std::uint64_t restarts = 0;        ///< how often the receiver waited for `target` again
  std::uint64_t underruns_late = 0;  ///< since samples came late
  std::uint64_t underruns_gap = 0;   ///< since the sender left out media time
  std::uint64_t underruns_lost = 0;  ///< since samples were lost
  std::uint64_t overruns = 0;        ///< how often the buffer ran over
  std::uint64_t late_chunks = 0;     ///< chunks that were late, in part or as a whole

  /// Of all causes.
  std::uint64_t underruns() const noexcept { return underruns_late + underruns_gap + underruns_lost; }
};

/// The time axis of an output with a buffer of fixed length: it shows the first chunk `target` after that came,
/// and the others relative to it by their timestamps. Times are by the clock of the output.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class FixedAxis {
 public:
  /// Longest gap between two chunks (section 2.6); after a longer one the output starts again.
  static constexpr std::chrono::microseconds kLongestGap{500'000};

  /// Without an axis until the first start().
  explicit constexpr FixedAxis(Duration target) noexcept : target_(target) {}

  /// There is an axis.
  constexpr bool is_running() const noexcept { return running_; }
  /// Forgets the axis: the next chunk starts one.
  constexpr void stop() noexcept { running_ = false; }
  /// Whether the chunk is on another axis by its timestamp: behind more than kLongestGap, or earlier than the
  /// end of those before it by more than its own length, though it came in order (section 2.6).
  constexpr bool steps_off(const ArrivedChunk& chunk) const noexcept {
    const auto step = chunk.media - end_media_;
    return step > kLongestGap || step < -kLongestGap || (step < -chunk.duration && !chunk.is_late);
  }
  /// Whether the chunk belongs before one that was accepted.
  constexpr bool is_behind(const ArrivedChunk& chunk) const noexcept {
    return running_ && chunk.media < newest_media_ && (chunk.is_late || !steps_off(chunk));
  }
  /// Whether the buffer is filled anew with this chunk; never with a late one. `dark`: how long the output has
  /// had nothing to show.
  constexpr bool starts_again(const ArrivedChunk& chunk, Duration dark) const noexcept {
    if (!running_) return true;
    if (chunk.is_late && is_behind(chunk)) return false;
    return dark > target_ || steps_off(chunk);
  }
  /// Begins a new axis with a chunk that comes at `now`, behind what is shown until `held_until`.
  constexpr void start(std::chrono::microseconds media, Duration now, Duration held_until) noexcept {
    running_ = true;
    media_ = newest_media_ = end_media_ = media;
    playout_ = (std::max)(now + target_, held_until);
  }
  /// When a sample is shown.
  constexpr Duration playout_of(std::chrono::microseconds media) const noexcept {
    return playout_ + (media - media_);
  }
  /// Everything is shown earlier from now on.
  constexpr void move_earlier(Duration by) noexcept { playout_ -= by; }
  /// The chunk is on the axis.
  constexpr void accept(const ArrivedChunk& chunk) noexcept {
    newest_media_ = (std::max)(newest_media_, chunk.media);
    end_media_ = (std::max)(end_media_, chunk.media + chunk.duration);
  }

 private:
  Duration target_;
  bool running_ = false;
  std::chrono::microseconds media_{};  ///< this timestamp is shown at playout_
  Duration playout_{};
  std::chrono::microseconds newest_media_{};  ///< largest timestamp of an accepted chunk
  std::chrono::microseconds end_media_{};     ///< largest end of an accepted chunk
};

/// A receiver that does what section 2.10 recommends, except that its buffer is fixed: it shows each sample
/// where its timestamp places it after the first one, which is shown `target` after it came.
///
/// - A chunk that comes wholly after its playout time is dropped; of one that is partly late the rest is shown.
/// - What comes out of order, but in time, is put in order by a receiver that plays late datagrams. One that
///   drops them drops every chunk that by timestamp or sequence number belongs before one already accepted:
///   this chunk counts as late, not as lost, and so does the dark time in its place.
/// - What comes twice is shown once.
/// - With more than `capacity` ahead of a chunk, the oldest is dropped until `target` is left, and all the rest
///   is shown earlier.
/// - Dark for longer than `target`, after a gap of media time of more than 500 ms, and where a timestamp steps
///   back by more than its chunk, in order, the receiver starts again: the chunk waits for `target`.
/// - Steps of up to 2 us between chunks are rounding, and are shown as light.
///
/// stream::AdaptivePlayout adapts its latency and its clock so that it shows as much as it can; this receiver
/// does not adapt, so that it measures how much buffer a stream needs. Memory grows with the number of
/// underruns and overruns that it keeps, and of gaps in the buffer, not with that of chunks. Threads: one
/// owner. Real-time: no (heap).
class IDN_EXPORT VirtualReceiver {
 public:
  static constexpr std::chrono::microseconds kRounding{2};  ///< of timestamps, which are whole microseconds

  /// `kept` for every underrun and overrun.
  static constexpr std::size_t kEverything = (std::numeric_limits<std::size_t>::max)();
  /// `kept` for programs that run without end: more than occur within the time that a datagram may be late.
  static constexpr std::size_t kLatest = 2048;

  /// @param clock_error_ppb how much faster than the clock of the arrivals it plays, up to 1 %
  /// @param kept how many underruns and overruns to keep: all, or the latest, at least half of `kept` and at
  ///   most `kept`, in memory that the constructor allocates. The totals count all; a late chunk does not
  ///   change the cause of an underrun that is no longer kept.
  explicit VirtualReceiver(const ReceiverBuffer& buffer, std::int64_t clock_error_ppb = 0,
                           LateDatagramPolicy late = LateDatagramPolicy::Drop, std::size_t kept = kEverything);

  /// Adds chunks in order of arrival; all arrivals lie within 2^61 ns. A chunk without display time is ignored,
  /// and so is a late one that is dropped before any was accepted.
  /// @return media time queued ahead of it, for plots: 0 where it is late
  Duration add(const ArrivedChunk& arrived);
  /// The stream ends or pauses: plays what is queued. The dark time after it is intended, thus no underrun, and
  /// the next chunk starts playback anew.
  void finish();

  /// Those that are kept, oldest first.
  const std::vector<Underrun>& underruns() const noexcept { return underruns_; }
  /// Those that are kept, oldest first.
  const std::vector<Overrun>& overruns() const noexcept { return overruns_; }
  /// Of all chunks that were added so far.
  const PlaybackTotals& totals() const noexcept { return totals_; }
  /// Nothing before the first chunk was accepted.
  std::optional<BufferLevel> level() const noexcept;
  /// Number of chunks that were accepted.
  std::uint64_t accepted() const noexcept { return accepted_; }
  /// Time from arrival to output of the chunk added last; nothing where it was dropped or wholly late.
  std::optional<Duration> latency() const noexcept { return latency_; }

 private:
  /// A time in which there is light, by the receiver's clock.
  struct Span {
    Duration begin{};
    Duration end{};
    DarkCause cause_before{};  ///< why it is dark before, if it is

    Duration length() const noexcept { return end - begin; }
  };
  using Queue = std::vector<Span>;  ///< by time; adjacent chunks are one span

  Duration read_clock(Duration arrival) noexcept;
  void play_until(Duration now);
  void light_up(const Span& span);
  Duration dark_time(Duration now) const noexcept;
  bool is_dropped(const ArrivedChunk& chunk, Duration now) const noexcept;
  void start(const ArrivedChunk& chunk, Duration now) noexcept;
  void drop_oldest(Duration arrival, Duration now, Duration excess);
  void place(const ArrivedChunk& chunk, Duration now);
  void drop(const ArrivedChunk& chunk, Duration now) noexcept;
  Queue::iterator next_after(const Span& span) noexcept;
  Queue::iterator cut(Span& span, Duration now) noexcept;
  void snap_to_neighbours(Span& span, Queue::iterator next) const noexcept;
  void cut_late_part(Span& span, Duration now) noexcept;
  void attribute_to_lateness(Span& rest) noexcept;
  bool was_missed(const Span& late) noexcept;
  void cut_repetition(Span& span, Queue::iterator next) noexcept;
  void insert(const Span& span, Queue::iterator next);
  void note_level(Duration level) noexcept;
  void note_underrun(const Underrun& underrun);
  std::uint64_t& count_of(DarkCause cause) noexcept;

  ReceiverBuffer buffer_;
  std::int64_t clock_error_ppb_;
  LateDatagramPolicy late_;
  std::size_t kept_;
  std::optional<DriftingClock> clock_;  ///< from the first chunk on
  Duration now_{};

  FixedAxis axis_;
  Queue waiting_;
  std::optional<Duration> first_light_;
  Duration shown_until_{};  ///< end of the last light
  bool was_late_ = false;   ///< something was late since the last chunk that is shown

  std::vector<Underrun> underruns_;
  std::size_t settled_ = 0;  ///< how many of them are from before the last finish()
  std::vector<Overrun> overruns_;
  PlaybackTotals totals_;
  std::optional<Duration> latency_;
  std::uint64_t accepted_ = 0;
  BufferLevel level_;
};

/// The smallest buffer with which a stream on one time axis has neither a late chunk nor an overrun: its target
/// is the start delay needed, its capacity 2 J_ALT, the smallest buffer b in units of time. Exact, whatever the
/// lengths of the chunks; gaps and losses stay dark with any buffer.
IDN_EXPORT ReceiverBuffer smallest_buffer(std::span<const ArrivedChunk> stream,
                                          std::int64_t clock_error_ppb = 0) noexcept;

}  // namespace idn::analysis
