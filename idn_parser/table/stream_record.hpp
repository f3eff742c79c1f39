// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "idn/analysis/clock_step_detector.hpp"
#include "idn/analysis/datagram_order_tracker.hpp"
#include "idn/bounded_event_log.hpp"
#include "idn/capture/capture_position.hpp"
#include "idn/result.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/dictionary.hpp"
#include "idn_parser/measure/ahead_of_time.hpp"
#include "idn_parser/measure/arrivals.hpp"
#include "idn_parser/measure/configuration_gaps.hpp"
#include "idn_parser/measure/frame_pace.hpp"
#include "idn_parser/measure/media_gaps.hpp"
#include "idn_parser/measure/over_time.hpp"
#include "idn_parser/measure/playback.hpp"
#include "idn_parser/measure/time_series.hpp"
#include "idn_parser/measure/windows.hpp"
#include "idn_parser/table/datagram_rows.hpp"

namespace idn::parser {

/// How the channel was routed the last time.
struct ChannelSetup {
  std::uint8_t service_id = 0;
  wire::ServiceMode mode{};
  std::uint8_t data_match = 0;
  std::optional<wire::SampleLayout> layout{};  ///< nothing where the dictionary is not one of laser samples
};

/// Smallest and largest of some sizes.
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
  std::uint64_t bad_dictionaries = 0;  ///< in a graphic mode
  std::uint64_t channel_closes = 0;
  std::uint64_t frames = 0;  ///< whole ones and first fragments
  std::uint64_t sequel_fragments = 0;
  std::uint64_t empty_chunks = 0;         ///< a chunk header without samples
  std::uint64_t other_chunks = 0;         ///< DMX512, effects, unknown types
  std::uint64_t unknown_samples = 0;      ///< datagrams whose samples no configuration at hand explains
  std::uint64_t fragmented_frames = 0;    ///< frames of more than one datagram
  std::uint64_t complete_frames = 0;      ///< of these, with a last fragment
  std::uint64_t standing_timestamps = 0;  ///< datagrams with the timestamp of the one before, which lasted
  std::uint64_t link_timeouts = 0;        ///< before a frame: nothing at all came for a second
  SizeRange payload_octets;               ///< UDP payload of the datagrams that carry samples
};

/// The clock of the capture was set, forward where `by` is positive.
struct ClockJump {
  capture::CapturePosition at;  ///< of the first datagram behind it
  Duration by{};
};

/// A channel message as it arrived, for the first time.
struct ArrivedMessage {
  const wire::ChannelMessage& content;
  capture::CapturePosition at{};
  std::uint16_t sequence = 0;
  std::size_t payload_octets = 0;           ///< of the whole datagram
  std::chrono::microseconds media{};        ///< its timestamp without wrap
  analysis::ArrivalOrder order{};           ///< of its sequence number; no duplicate
  analysis::Interruptions interruptions{};  ///< of its connection, this datagram included
  std::uint64_t silences = 0;               ///< link time-outs of the connection until now
  std::uint64_t lost = 0;                   ///< numbers of the connection until now
};

/// One channel of one connection: takes its messages, keeps what the report needs.
///
/// Wave, frame and audio chunks with samples are measured; of a frame in fragments the first one, since the
/// others carry neither display time nor a timestamp of their own. Duplicates are not measured, as receivers
/// discard them. Keeps 16 octets per datagram that is measured, 16 more per frame, and 16 more per wave chunk
/// that is played back; the datagrams themselves on request.
class StreamRecord {
 public:
  /// @param playback the receiver to play wave chunks to, if any
  explicit StreamRecord(const std::optional<PlaybackOptions>& playback = std::nullopt);

  /// Before the first message: keep a row of each datagram with samples.
  void keep_datagrams() { datagrams_ = std::make_shared<DatagramRows>(); }
  /// Before the first message: keep what a figure of the stream over time shows.
  void watch_over_time() { over_time_.emplace(); }
  /// Before the first message: measure anew in each window of this length.
  void measure_windows(Duration length) { windows_.emplace(length); }
  /// @return why the message is malformed: it is not measured then
  Result<void> take(const ArrivedMessage& message);
  /// It came before: nothing but a row.
  void take_duplicate(const ArrivedMessage& message);
  /// A receiver's output goes dark on purpose: a time-out, a close, an abort.
  void end_playback();
  /// No more will come.
  void finish();

  const StreamCounts& counts() const noexcept { return counts_; }
  const std::optional<ChannelSetup>& setup() const noexcept { return setup_; }
  /// Of the last chunk that was not void.
  wire::ChunkType chunk_type() const noexcept { return chunk_type_; }
  const Arrivals& arrivals() const noexcept { return arrivals_; }
  const BoundedEventLog<ClockJump>& clock_jumps() const noexcept { return clock_jumps_; }
  const TimeSeries& offsets_over_time() const noexcept { return offsets_over_time_; }
  const MediaGaps& media_gaps() const noexcept { return media_gaps_; }
  const ConfigurationGaps& configuration_gaps() const noexcept { return configuration_gaps_; }
  const AheadOfTime& ahead() const noexcept { return ahead_; }
  const FramePace& frame_pace() const noexcept { return frame_pace_; }
  const std::optional<Playback>& playback() const noexcept { return playback_; }
  /// Complete after finish(); nothing unless they are asked for.
  const std::optional<Windows>& windows() const noexcept { return windows_; }
  /// Complete after finish(); nothing unless it is asked for.
  const std::optional<OverTime>& over_time() const noexcept { return over_time_; }
  /// Complete after finish(); null unless they are kept.
  std::shared_ptr<const DatagramRows> datagrams() const noexcept { return datagrams_; }

 private:
  enum class HeldKind : std::uint8_t { Chunk, Fragment, PlaybackEnd };

  /// What is measured once it is known whether the clock of the capture was set.
  struct Held {
    HeldKind kind{};
    analysis::SampleDatagram datagram;  ///< of a chunk
    capture::CapturePosition at;
    bool is_wave = false;
    bool has_config = false;
    bool has_routing = false;
    std::uint64_t losses = 0;    ///< of the connection until then
    std::uint64_t silences = 0;  ///< likewise
    std::uint64_t lost = 0;      ///< likewise, numbers
    std::size_t row = 0;         ///< where rows are kept
  };

  void configure(const wire::ChannelConfig& config);
  Result<void> take_content(const ArrivedMessage& message);
  Result<void> take_chunk(const ArrivedMessage& message);
  void take_fragment(const ArrivedMessage& message);
  std::uint64_t count_samples(std::size_t octets) noexcept;
  void note_samples(const ArrivedMessage& message);
  void measure(const ArrivedMessage& message, std::chrono::microseconds duration, std::uint64_t samples);
  std::size_t add_row(const ArrivedMessage& message, const analysis::SampleDatagram& datagram);
  void finish_rows();
  void hold(Held&& held);
  void release();
  void take_decided(Held& held, const std::optional<Duration>& step);
  void observe(const Held& chunk);
  void play(const Held& chunk);
  void count_timeouts(const Held& frame) noexcept;

  StreamCounts counts_;
  std::optional<ChannelSetup> setup_;
  wire::ChunkType chunk_type_{};
  std::size_t sample_size_ = 0;     ///< of the chunk or frame that arrives; 0 while unknown
  std::size_t octets_carried_ = 0;  ///< of a sample that goes on in the next fragment
  bool is_frame_over_ = true;       ///< its last fragment has come, or it has none
  std::optional<std::chrono::microseconds> last_media_;
  std::uint64_t measured_ = 0;  ///< sample datagrams
  analysis::DatagramOrderTracker place_;
  std::optional<std::uint64_t> silences_;  ///< of the last frame; nothing while the channel is closed
  analysis::ClockStepFilter<Held> held_;
  BoundedEventLog<ClockJump> clock_jumps_;
  Arrivals arrivals_;
  TimeSeries offsets_over_time_;
  MediaGaps media_gaps_;
  ConfigurationGaps configuration_gaps_;
  AheadOfTime ahead_;
  FramePace frame_pace_;
  std::optional<Playback> playback_;
  std::optional<Windows> windows_;
  std::optional<OverTime> over_time_;
  std::shared_ptr<DatagramRows> datagrams_;  ///< null unless they are kept
  std::uint64_t losses_played_ = 0;          ///< of the connection, at the last chunk that was played
  bool awaits_configuration_ = false;        ///< the playback, before it goes on
};

}  // namespace idn::parser
