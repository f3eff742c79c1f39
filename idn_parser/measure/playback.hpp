// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/analysis/media_clock.hpp"
#include "idn/analysis/virtual_receiver.hpp"
#include "idn_parser/measure/time_series.hpp"

namespace idn::parser {

/// The receiver whose playback is tried.
struct PlaybackOptions {
  analysis::ReceiverBuffer buffer{};
  std::int64_t clock_error_ppb = 0;  ///< how much faster than the clock of the capture it plays
  analysis::LateDatagramPolicy late = analysis::LateDatagramPolicy::Drop;
};

/// What came out of one buffer.
struct BufferTrial {
  analysis::ReceiverBuffer buffer{};
  std::uint64_t late = 0;      ///< underruns because of samples that came too late
  std::uint64_t overruns = 0;  ///< times that it was too full
};

struct PlaybackFacts {
  static constexpr std::size_t kKept = 100;

  PlaybackOptions options{};
  analysis::PlaybackTotals totals{};
  std::optional<analysis::BufferLevel> level{};
  std::vector<analysis::Underrun> underruns{};  ///< the first ones
  std::vector<analysis::Overrun> overruns{};    ///< the first ones
  TimeSeries level_over_time{};
  /// The smallest buffer with no late sample and no overrun, played by a receiver that plays late datagrams.
  BufferTrial smallest{};
  std::optional<BufferTrial> below{};  ///< 5 % less of it, played; nothing where nothing less exists
  std::uint64_t out_of_range = 0;      ///< chunks whose time lies too far from the first one

  /// Whether playing both showed what was calculated.
  bool is_confirmed() const noexcept {
    return smallest.late == 0 && smallest.overruns == 0 && (!below || below->late > 0 || below->overruns > 0);
  }
};

/// Plays a wave stream through a receiver with a buffer. To try the smallest buffer as well, when it is known,
/// it keeps 16 octets per chunk.
class Playback {
 public:
  explicit Playback(const PlaybackOptions& options)
      : options_(options), receiver_(options.buffer, options.clock_error_ppb, options.late) {}

  void add(const analysis::ArrivedChunk& chunk);
  /// The output goes dark on purpose, at a time-out for example: what comes next begins anew. Also at the end.
  void stop();

  PlaybackFacts facts() const;

 private:
  /// An ArrivedChunk without what follows from its neighbour.
  struct Trace {
    static constexpr std::uint32_t kLongest = (1 << 29) - 1;

    std::int64_t arrival;         ///< ns after the first one
    std::uint32_t media;          ///< us, the low 32 bits
    std::uint32_t duration : 29;  ///< us; longer ones are cut
    std::uint32_t follows_loss : 1;
    std::uint32_t is_late : 1;
    std::uint32_t begins_anew : 1;  ///< the output went dark on purpose before it
  };

  analysis::ReceiverBuffer smallest_buffer() const noexcept;
  BufferTrial try_out(const analysis::ReceiverBuffer& buffer) const;

  PlaybackOptions options_;
  analysis::VirtualReceiver receiver_;
  analysis::MediaClock clock_;
  std::optional<analysis::ArrivedChunk> first_;
  bool is_fresh_ = false;  ///< dark on purpose since the last chunk
  std::vector<Trace> traces_;
  TimeSeries level_over_time_;
  std::uint64_t out_of_range_ = 0;
};

}  // namespace idn::parser
