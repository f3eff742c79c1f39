// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <variant>

#include "idn/analysis/virtual_receiver.hpp"
#include "idn/stream/receive/receiver_listener.hpp"
#include "idn_server/edge_histogram.hpp"

/// What an output with a buffer showed of a stream: underruns, overruns, repeated frames.
namespace idn::server {

/// Times between arrival and output of samples, in buckets that suit the buffers of DACs.
inline constexpr std::array<Duration, 12> kLatencies{
    std::chrono::milliseconds(1),   std::chrono::milliseconds(2),   std::chrono::milliseconds(5),
    std::chrono::milliseconds(10),  std::chrono::milliseconds(20),  std::chrono::milliseconds(30),
    std::chrono::milliseconds(40),  std::chrono::milliseconds(60),  std::chrono::milliseconds(80),
    std::chrono::milliseconds(150), std::chrono::milliseconds(300), std::chrono::milliseconds(1000)};
using LatencyHistogram = EdgeHistogram<kLatencies, true>;

/// Buffer level at the arrival of each chunk, before anything is dropped.
struct LevelFacts {
  Duration last{};
  Duration min{};
  Duration max{};
  Duration sum{};

  Duration mean(std::uint64_t chunks) const noexcept {
    return chunks == 0 ? Duration{} : sum / static_cast<Duration::rep>(chunks);
  }
};

/// Counters of one output. All durations are nanoseconds of the server's clock.
struct OutputFacts {
  std::uint64_t chunks = 0;          ///< accepted by the output; of frames: complete ones
  std::uint64_t underruns_late = 0;  ///< dark because samples came too late
  std::uint64_t underruns_lost = 0;  ///< dark because datagrams were lost
  std::uint64_t underruns_gap = 0;   ///< dark because the sender left out media time
  std::uint64_t overruns = 0;
  std::uint64_t late_chunks = 0;  ///< partly or wholly late; also those dropped since a later one came first
  Duration dark{};                ///< of all underruns; of frames: after those that are drawn once only
  Duration longest_dark{};
  Duration late{};     ///< display time that came too late to be shown
  Duration overrun{};  ///< display time that was dropped because the buffer was full
  Duration shown{};    ///< display time
  LevelFacts level;    ///< gapless modes
  LatencyHistogram latency;
  std::uint64_t frames_drawn = 0;
  std::uint64_t frame_repeats = 0;
  std::uint64_t frames_skipped = 0;   ///< replaced before they were drawn
  std::uint64_t thinned_samples = 0;  ///< beyond the highest sample rate of the output

  std::uint64_t underruns() const noexcept { return underruns_late + underruns_lost + underruns_gap; }
  /// Adds all counters but the level, which is one of a single stream.
  void add(const OutputFacts& others) noexcept;
};

/// For wave, audio and continuous DMX512, which are shown once and without gaps; missing parts are dark or
/// silent. This is the output with a buffer of fixed length: it counts what analysis::VirtualReceiver shows.
/// Memory is taken at the beginning, and bounded.
class FixedMeter {
 public:
  FixedMeter(Duration buffer, std::int64_t clock_error_ppb, analysis::LateDatagramPolicy late)
      : receiver_({.target = buffer, .capacity = 2 * buffer}, clock_error_ppb, late,
                  analysis::VirtualReceiver::kLatest) {}

  /// @param follows_loss whether sequence numbers are missing since the last step in order
  void add(const stream::PlayoutReport& step, bool follows_loss, OutputFacts& facts);
  /// The stream ends, or is dark on purpose: the time until the next step is no underrun.
  void stop(OutputFacts& facts);

 private:
  void count(OutputFacts& facts) const noexcept;

  analysis::VirtualReceiver receiver_;
};

/// The same for an output that adapts: it counts what stream::AdaptivePlayout decides, for steps in order.
/// A gap that is still in the buffer is counted once it has passed, since an overrun may drop it. O(1) memory.
class AdaptiveMeter {
 public:
  /// Gaps between chunks up to this are rounding errors, and count as light.
  static constexpr Duration kRounding = analysis::VirtualReceiver::kRounding;

  /// @param follows_loss whether sequence numbers are missing since the last step
  void add(const stream::PlayoutReport& step, bool follows_loss, OutputFacts& facts) noexcept;
  /// The stream ends, or is dark on purpose: the time until the next step is no underrun.
  void stop(OutputFacts& facts) noexcept;

 private:
  struct Gap {
    TimePoint begin;
    TimePoint end;
    analysis::DarkCause cause{};
  };

  void count_passed(TimePoint now, OutputFacts& facts) noexcept;
  void skip(TimePoint now, Duration skipped, OutputFacts& facts) noexcept;
  void add_gap(const Gap& gap, OutputFacts& facts) noexcept;

  TimePoint lit_from_;  ///< start of the first chunk that is shown after the start or a stop()
  std::optional<TimePoint> shown_until_;
  bool was_late_ = false;        ///< since the last chunk that is shown
  std::array<Gap, 32> ahead_{};  ///< gaps that are still in the buffer, by time
  std::size_t gaps_ahead_ = 0;   ///< how many
};

/// A FixedMeter or an AdaptiveMeter, by the kind of output.
class GaplessMeter {
 public:
  explicit GaplessMeter(FixedMeter meter) : meter_(std::move(meter)) {}
  explicit GaplessMeter(AdaptiveMeter meter) : meter_(meter) {}

  void add(const stream::PlayoutReport& step, bool follows_loss, OutputFacts& facts) {
    std::visit([&](auto& meter) { meter.add(step, follows_loss, facts); }, meter_);
  }
  void stop(OutputFacts& facts) {
    std::visit([&](auto& meter) { meter.stop(facts); }, meter_);
  }

 private:
  std::variant<FixedMeter, AdaptiveMeter> meter_;
};

/// For laser frames: each is repeated until the next one is due; a drawing that has begun is finished.
class FrameMeter {
 public:
  void add(const stream::SampleChunk& frame, OutputFacts& facts) noexcept;
  /// Dark from `at` on; counts the drawings of the current frame until then.
  void stop(TimePoint at, OutputFacts& facts) noexcept;

 private:
  struct Drawn {
    TimePoint begin;
    Duration length{};  ///< of one drawing; zero for the empty frame
    bool once = false;
  };

  /// @return the end of the drawing that is in progress at `until`
  static TimePoint count_drawings(const Drawn& frame, TimePoint until, OutputFacts& facts) noexcept;

  std::optional<Drawn> current_;
};

/// How many of `samples`, shown within `duration`, an output has to leave out that shows at most `max_rate` per
/// second; 0 for no limit.
constexpr std::uint64_t thinned(std::size_t samples, std::chrono::microseconds duration,
                                std::uint32_t max_rate) noexcept {
  if (max_rate == 0) return 0;
  const auto most = static_cast<std::uint64_t>(duration.count()) * max_rate / 1'000'000;
  return samples > most ? samples - most : 0;
}

}  // namespace idn::server
