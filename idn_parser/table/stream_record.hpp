// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/audio_levels.hpp"
#include "cli/shown.hpp"
#include "idn/analysis/clock_step_detector.hpp"
#include "idn/analysis/connection_meter.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn/result.hpp"
#include "idn/statistics.hpp"
#include "idn_parser/measure/ahead_of_time.hpp"
#include "idn_parser/measure/arrivals.hpp"
#include "idn_parser/measure/configuration_gaps.hpp"
#include "idn_parser/measure/frame_pace.hpp"
#include "idn_parser/measure/media_gaps.hpp"
#include "idn_parser/measure/over_time.hpp"
#include "idn_parser/measure/playback.hpp"
#include "idn_parser/measure/sample_byte_order.hpp"
#include "idn_parser/measure/sample_rates.hpp"
#include "idn_parser/measure/time_series.hpp"
#include "idn_parser/measure/windows.hpp"
#include "idn_parser/table/datagram_rows.hpp"

namespace idn::parser {

using analysis::ChannelSetup;

/// Minimum and maximum of sizes.
struct SizeRange {
  std::size_t min = std::numeric_limits<std::size_t>::max();
  std::size_t max = 0;

  void add(std::size_t size) noexcept {
    min = std::min(min, size);
    max = std::max(max, size);
  }
};

struct StreamCounts {
  std::uint64_t messages = 0;
  std::uint64_t configurations = 0;
  std::uint64_t bad_dictionaries = 0;  ///< dictionaries of a graphic mode that cannot be used
  std::string bad_dictionary;          ///< what is wrong with the first of them
  std::uint64_t channel_closes = 0;
  std::uint64_t frames = 0;  ///< whole ones and first fragments
  std::uint64_t sequel_fragments = 0;
  std::uint64_t empty_chunks = 0;     ///< a chunk header without samples
  std::uint64_t other_chunks = 0;     ///< DMX512, effects, unknown types
  std::uint64_t unknown_samples = 0;  ///< datagrams whose samples no received configuration matches
  /// Of the chunks before any configuration, those that begin with one, as without the bit that says so.
  std::uint64_t hidden_configurations = 0;
  /// Greatest common divisor of the octets of the chunks that end inside a sample.
  std::size_t partial_divisor = 0;
  std::uint64_t fragmented_frames = 0;    ///< frames of more than one datagram
  std::uint64_t complete_frames = 0;      ///< of `fragmented_frames`, those whose last fragment arrived
  std::uint64_t standing_timestamps = 0;  ///< datagrams with the same timestamp as the one before
  std::uint64_t link_timeouts = 0;        ///< frames before which the connection was silent for a second
  /// How often another clock of the capture stamped a sample datagram than the one before.
  std::uint64_t clock_changes = 0;
  std::uint64_t unproven_clock_changes = 0;  ///< of these, those across which nothing could be compared
  capture::CapturePosition first_unproven_clock_change{};
  SizeRange payload_octets;  ///< UDP payload of the datagrams that carry samples
};

/// The clock of the capturing computer was set.
struct ClockJump {
  capture::CapturePosition at;  ///< of the first datagram after the step
  Duration by{};                ///< positive: forward
};

/// A channel message with its circumstances.
struct ArrivedMessage {
  const analysis::MeasuredDatagram& measured;  ///< with a message; repeated only for take_duplicate()
  capture::CapturePosition at{};
  std::uint16_t sequence = 0;
  std::size_t payload_octets = 0;  ///< of the whole datagram
  bool is_whole = true;            ///< the capture has all of them
  std::uint64_t silences = 0;      ///< link time-outs of the connection so far
  std::uint64_t lost = 0;          ///< lost numbers of the connection so far
};

/// Measures one channel of one connection from its messages.
///
/// Measured are wave, frame and audio chunks with samples. Of a frame in fragments only the first fragment is,
/// since sequel fragments have neither display time nor timestamp. Duplicates are not, since receivers discard
/// them. Memory: 16 octets per measured datagram, 16 more per frame, 16 more per wave chunk with --buffer, 24
/// per dark time of the output; more if rows of datagrams are kept.
class StreamRecord {
 public:
  /// @param playback receiver to simulate for wave chunks, if any
  explicit StreamRecord(const std::optional<PlaybackOptions>& playback = std::nullopt);

  /// Keeps a row for each sample datagram. To be called before the first message.
  void keep_datagrams() { datagrams_ = std::make_shared<DatagramRows>(); }
  /// Records lateness and errors over time, for a figure. To be called before the first message.
  void record_over_time() { over_time_.emplace(); }
  /// Judges what an output with this buffer shows. To be called before the first message.
  void judge_shown(const PlaybackOptions& output) {
    shown_.emplace(output.buffer, output.clock_error_ppb, output.late);
  }
  /// Also measures in windows of this length. To be called before the first message.
  void measure_windows(Duration length) { windows_.emplace(length); }
  void take(const ArrivedMessage& message);
  /// A duplicate: only adds a row, if rows are kept.
  void take_duplicate(const ArrivedMessage& message);
  /// The receiver's output goes dark on purpose (time-out, close, abort), so playback stops.
  void end_playback(bool is_timeout);
  /// To be called after the last message.
  void finish();

  const StreamCounts& counts() const noexcept { return counts_; }
  const std::optional<ChannelSetup>& setup() const noexcept { return setup_; }
  /// The type of the last chunk that was not void.
  wire::ChunkType chunk_type() const noexcept { return chunk_type_; }
  const Arrivals& arrivals() const noexcept { return arrivals_; }
  const BoundedEventLog<ClockJump>& clock_jumps() const noexcept { return clock_jumps_; }
  const TimeSeries& offsets_over_time() const noexcept { return offsets_over_time_; }
  const MediaGaps& media_gaps() const noexcept { return media_gaps_; }
  const ConfigurationGaps& configuration_gaps() const noexcept { return configuration_gaps_; }
  const AheadOfTime& ahead() const noexcept { return ahead_; }
  const FramePace& frame_pace() const noexcept { return frame_pace_; }
  const SampleByteOrder& byte_order() const noexcept { return byte_order_; }
  /// Of wave chunks.
  const SampleRates& sample_rates() const noexcept { return sample_rates_; }
  /// Empty unless the stream is one of audio.
  const std::optional<cli::AudioLevels>& audio() const noexcept { return audio_; }
  const std::optional<Playback>& playback() const noexcept { return playback_; }
  /// Complete after finish(); empty without judge_shown().
  const std::optional<cli::ShownMeter>& shown() const noexcept { return shown_; }
  /// Complete after finish(); empty without measure_windows().
  const std::optional<Windows>& windows() const noexcept { return windows_; }
  /// Complete after finish(); empty without record_over_time().
  const std::optional<OverTime>& over_time() const noexcept { return over_time_; }
  /// Complete after finish(); null without keep_datagrams().
  std::shared_ptr<const DatagramRows> datagrams() const noexcept { return datagrams_; }

 private:
  /// A chunk, or an event between chunks: a fragment, an empty frame, or the end of the playback.
  struct Held {
    std::optional<analysis::SampleDatagram> datagram;  ///< of a chunk
    bool ends_playback = false;
    bool is_timeout = false;      ///< why it ends
    bool is_empty_frame = false;  ///< dark until the next one
    capture::CapturePosition at;
    bool is_wave = false;
    bool has_config = false;
    bool has_routing = false;
    std::uint64_t losses = 0;    ///< losses of the connection until then
    std::uint64_t silences = 0;  ///< link time-outs of the connection until then
    std::uint64_t lost = 0;      ///< lost numbers of the connection until then
    std::size_t row = 0;         ///< index of its row, if rows are kept
  };

  void configure(const ArrivedMessage& message);
  void configure_audio(const wire::ChannelConfig& config);
  void measure_levels(const analysis::MeasuredChunk& chunk);
  void take_content(const ArrivedMessage& message);
  void take_chunk(const ArrivedMessage& message);
  void take_fragment(const ArrivedMessage& message);
  void count_clock_change(const ArrivedMessage& message) noexcept;
  void record_samples(const ArrivedMessage& message);
  void measure(const ArrivedMessage& message);
  void finish_rows();
  void hold(Held&& held);
  void take_decided(Held& held, const std::optional<Duration>& step);
  void observe(const Held& chunk);
  void play(const Held& chunk);
  void count_timeouts(const Held& frame) noexcept;

  StreamCounts counts_;
  std::optional<ChannelSetup> setup_;  ///< the last one
  wire::ChunkType chunk_type_{};
  std::optional<std::chrono::microseconds> last_media_;
  /// Link time-outs until the last frame; empty while the channel is closed.
  std::optional<std::uint64_t> silences_;
  std::optional<std::uint32_t> clock_;  ///< that stamped the last sample datagram
  analysis::ClockStepMarker<Held> held_;
  BoundedEventLog<ClockJump> clock_jumps_;
  Arrivals arrivals_;
  TimeSeries offsets_over_time_;
  MediaGaps media_gaps_;
  ConfigurationGaps configuration_gaps_;
  AheadOfTime ahead_;
  FramePace frame_pace_;
  bool was_frame_ = false;  ///< the last chunk was a frame with samples
  SampleByteOrder byte_order_;
  SampleRates sample_rates_;
  std::optional<wire::AudioLayout> audio_layout_;  ///< of the last configuration, if it is one of audio
  std::optional<cli::AudioLevels> audio_;
  std::optional<Playback> playback_;
  std::optional<cli::ShownMeter> shown_;
  std::optional<Windows> windows_;
  std::optional<OverTime> over_time_;
  std::shared_ptr<DatagramRows> datagrams_;  ///< null unless they are kept
  std::uint64_t losses_played_ = 0;          ///< losses of the connection until the last chunk that was played
  bool awaits_configuration_ = false;        ///< playing stopped and continues with the next configuration
};

}  // namespace idn::parser
