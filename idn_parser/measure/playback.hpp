// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/analysis/time_axis.hpp"
#include "idn/analysis/virtual_receiver.hpp"
#include "idn_parser/measure/time_series.hpp"

namespace idn::parser {

/// The receiver that is simulated.
struct PlaybackOptions {
  analysis::ReceiverBuffer buffer{};
  std::int64_t clock_error_ppb = 0;  ///< how much faster than the capturing clock its own clock runs
  analysis::LateDatagramPolicy late = analysis::LateDatagramPolicy::Drop;
};

/// Result of the simulation of one buffer.
struct BufferTrial {
  analysis::ReceiverBuffer buffer{};
  std::uint64_t late = 0;      ///< underruns caused by samples that arrived too late
  std::uint64_t overruns = 0;  ///< times that the buffer was full
};

struct PlaybackFacts {
  static constexpr std::size_t kKept = 100;

  PlaybackOptions options{};
  analysis::PlaybackTotals totals{};
  std::optional<analysis::BufferLevel> level{};
  std::vector<analysis::Underrun> underruns{};  ///< the first kKept
  std::vector<analysis::Overrun> overruns{};    ///< the first kKept
  TimeSeries level_over_time{};
  /// The smallest buffer without late samples and overruns, calculated, then simulated with a receiver that
  /// plays late datagrams.
  BufferTrial smallest{};
  /// Simulation of a buffer 5 % smaller; empty if the smallest buffer is zero.
  std::optional<BufferTrial> below{};
  /// Chunks ignored because they arrived more than 36 years from the first one.
  std::uint64_t out_of_range = 0;

  /// Whether the simulation confirms the calculation: the smallest buffer suffices, and 5 % less does not.
  bool is_confirmed() const noexcept {
    return smallest.late == 0 && smallest.overruns == 0 && (!below || below->late > 0 || below->overruns > 0);
  }
};

/// Simulates a receiver that plays a wave stream through a jitter buffer. Stores 16 octets per chunk, to
/// simulate the smallest buffer at the end.
class Playback {
 public:
  explicit Playback(const PlaybackOptions& options)
      : options_(options), receiver_(options.buffer, options.clock_error_ppb, options.late) {}

  void add(const analysis::ArrivedChunk& chunk);
  /// The output goes dark on purpose, as at a time-out: the next chunk starts playback again. To be called at
  /// the end too.
  void stop();

  PlaybackFacts facts() const;

 private:
  /// An ArrivedChunk in compact form.
  struct StoredChunk {
    static constexpr std::uint32_t kLongest = (1 << 29) - 1;

    std::int64_t arrival;         ///< ns after the first one
    std::uint32_t media;          ///< us, the low 32 bits
    std::uint32_t duration : 29;  ///< us; longer ones are clamped
    std::uint32_t follows_loss : 1;
    std::uint32_t is_late : 1;
    std::uint32_t begins_anew : 1;  ///< the output went dark on purpose before it
  };

  analysis::ReceiverBuffer smallest_buffer() const noexcept;
  BufferTrial simulate(const analysis::ReceiverBuffer& buffer) const;

  PlaybackOptions options_;
  analysis::VirtualReceiver receiver_;
  analysis::MediaClock clock_;
  std::optional<analysis::ArrivedChunk> first_;
  bool follows_stop_ = false;  ///< stop() was called since the last chunk
  std::vector<StoredChunk> stored_chunks_;
  TimeSeries level_over_time_;
  std::uint64_t out_of_range_ = 0;
};

}  // namespace idn::parser
