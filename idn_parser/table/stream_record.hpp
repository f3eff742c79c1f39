// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "idn/capture/moment.hpp"
#include "idn/result.hpp"
#include "idn/wire/dictionary.hpp"
#include "idn/wire/message.hpp"
#include "idn_parser/measure/ahead_of_time.hpp"
#include "idn_parser/measure/arrivals.hpp"
#include "idn_parser/measure/configuration_gaps.hpp"
#include "idn_parser/measure/frame_pace.hpp"
#include "idn_parser/measure/media_gaps.hpp"
#include "idn_parser/measure/playback.hpp"
#include "idn_parser/measure/time_series.hpp"

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
  std::uint64_t empty_chunks = 0;     ///< a chunk header without samples
  std::uint64_t other_chunks = 0;     ///< DMX512, effects, unknown types
  std::uint64_t unknown_samples = 0;  ///< datagrams whose samples no configuration at hand explains
  std::uint64_t link_timeouts = 0;    ///< before a frame: nothing at all came for a second
  SizeRange payload_octets;           ///< UDP payload of the datagrams that carry samples
};

/// A channel message as it arrived.
struct ArrivedMessage {
  const wire::ChannelMessage& content;
  capture::Moment at{};
  std::size_t payload_octets = 0;  ///< of the whole datagram
  bool is_repeated = false;        ///< its sequence number was seen before
  bool follows_loss = false;       ///< sequence numbers right before it are missing
  std::uint64_t silences = 0;      ///< link time-outs of the connection until now
};

/// One channel of one connection: takes its messages, keeps what the report needs.
///
/// Wave, frame and audio chunks with samples are measured. A sequel fragment is a datagram that carries
/// samples, so the distance to it counts; but it carries neither display time nor a timestamp of its own.
/// Duplicates of the network are not measured, as receivers discard them. Keeps 8 octets per datagram that
/// carries samples, 16 more per frame, and 16 more per wave chunk that is played back.
class StreamRecord {
 public:
  /// @param playback the receiver to play wave chunks to, if any
  explicit StreamRecord(const std::optional<PlaybackOptions>& playback = std::nullopt);

  /// @return why the message is malformed: it is not measured then
  Result<void> take(const ArrivedMessage& message);
  /// No more will come.
  void finish();

  const StreamCounts& counts() const noexcept { return counts_; }
  const std::optional<ChannelSetup>& setup() const noexcept { return setup_; }
  /// Of the last chunk that was not void.
  wire::ChunkType chunk_type() const noexcept { return chunk_type_; }
  /// Of the datagrams with samples.
  const Arrivals& arrivals() const noexcept { return arrivals_; }
  const TimeSeries& offsets_over_time() const noexcept { return offsets_over_time_; }
  const MediaGaps& media_gaps() const noexcept { return media_gaps_; }
  const ConfigurationGaps& configuration_gaps() const noexcept { return configuration_gaps_; }
  const AheadOfTime& ahead() const noexcept { return ahead_; }
  const FramePace& frame_pace() const noexcept { return frame_pace_; }
  const std::optional<Playback>& playback() const noexcept { return playback_; }

 private:
  bool is_later(const wire::ChannelMessageHeader& header) const noexcept;
  void configure(const wire::ChannelConfig& config);
  Result<void> take_chunk(const ArrivedMessage& message);
  Result<void> take_fragment(const ArrivedMessage& message);
  std::uint64_t count_samples(std::size_t octets) noexcept;
  void measure(const ArrivedMessage& message, analysis::SampleDatagram datagram);
  void observe(const ArrivedMessage& message, const analysis::SampleDatagram& datagram);
  void count_timeouts(const ArrivedMessage& frame) noexcept;
  std::chrono::microseconds unwrapped(WireMicros timestamp) const noexcept;

  StreamCounts counts_;
  std::optional<ChannelSetup> setup_;
  wire::ChunkType chunk_type_{};
  std::size_t sample_size_ = 0;     ///< of the chunk or frame that arrives; 0 while unknown
  std::size_t octets_carried_ = 0;  ///< of a sample that goes on in the next fragment
  bool is_frame_over_ = false;      ///< its last fragment has come
  std::optional<std::chrono::microseconds> last_media_;
  std::optional<std::uint64_t> silences_;  ///< of the last frame; nothing while the channel is closed
  Arrivals arrivals_;
  TimeSeries offsets_over_time_;
  MediaGaps media_gaps_;
  ConfigurationGaps configuration_gaps_;
  AheadOfTime ahead_;
  FramePace frame_pace_;
  std::optional<Playback> playback_;
};

}  // namespace idn::parser
