// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/arrival_order.hpp"
#include "idn/export.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/dictionary.hpp"

/// What the real-time datagrams of one connection tell: numbers, times, order and samples.
namespace idn::analysis {

/// What was counted on a connection.
struct SequenceCounts {
  std::uint64_t lost = 0;        ///< numbers between the first and the last seen that never came
  std::uint64_t late = 0;        ///< came after a later one, for the first time
  std::uint64_t duplicates = 0;  ///< came again
  /// Came again, stamped by another clock of the capture: seen at a second interface, and no duplicate.
  std::uint64_t recorded_twice = 0;
  std::uint64_t unnumbered = 0;  ///< carried the number of the one before, but more media time
  std::uint64_t restarts = 0;    ///< how often the sender restarted
};

/// A configuration of a channel.
struct IDN_EXPORT ChannelSetup {
  std::uint8_t service_id = 0;                 ///< as asked for; 0: the default one
  wire::ServiceMode mode{};                    ///< what the channel carries
  std::uint8_t data_match = 0;                 ///< as in the headers of its chunks
  std::optional<wire::SampleLayout> layout{};  ///< nothing if the dictionary does not describe laser samples
  std::size_t sample_size = 0;                 ///< in octets, of lasers and audio; 0: unknown

  /// @param config with routing
  static ChannelSetup of(const wire::ChannelConfig& config);
};

/// Whether a message of this type begins a chunk of samples of a laser or of audio, so that its datagram is
/// measured.
constexpr bool begins_chunk(wire::ChunkType type) noexcept {
  return type == wire::ChunkType::Wave || type == wire::ChunkType::AudioWave || wire::is_frame(type);
}

/// Whether the client ends its session by this command.
constexpr bool ends_session(wire::Command command) noexcept {
  return wire::is_close(command) || command == wire::Command::RtAbort;
}

/// A chunk of samples, or a further fragment of a frame. Views are valid as long as the message.
struct MeasuredChunk {
  std::chrono::microseconds
      duration{};               ///< display time; 0 of a further fragment, whose time the first one has
  ConstBytes octets{};          ///< of samples
  std::size_t sample_size = 0;  ///< in octets; 0: unknown
  std::uint64_t samples = 0;    ///< those that are complete by it; 0 where their size is unknown
  bool has_setup = false;       ///< the last configuration is that of this chunk
  bool is_partial = false;      ///< ends within a sample, and not in a fragment that another one follows
};

/// What a real-time datagram tells. Valid until the next one is taken.
struct MeasuredDatagram {
  SequenceStep number{};     ///< by its sequence number
  std::uint64_t losses = 0;  ///< how often numbers were skipped or their content unknown, by it included
  std::chrono::microseconds media{};  ///< timestamp of its message, without wrap; 0 without a message
  bool is_cut = false;                ///< the capture lacks octets of its headers: it has no message then
  bool is_recorded_twice = false;     ///< repeated, and one of SequenceCounts::recorded_twice
  /// Nothing where it has no payload, or none that is readable.
  const wire::ChannelMessage* message = nullptr;
  /// What is wrong with its message or its chunk. Not of the chunks of repeated datagrams.
  std::optional<Error> fault{};
  const ChannelSetup* setup = nullptr;   ///< last configuration of its channel; null: none so far, or repeated
  std::optional<MeasuredChunk> chunk{};  ///< of a repeated datagram with duration and octets only
  std::optional<SampleDatagram> timing{};  ///< what StreamMetrics measures; nothing of a repeated datagram

  /// Whether it came before.
  bool is_repeated() const noexcept { return number.order == ArrivalOrder::Duplicate; }
  /// Samples for StreamMetrics::add_samples().
  std::uint64_t further_samples() const noexcept {
    return chunk && message->header.type == wire::ChunkType::FrameSequel ? chunk->samples : 0;
  }
};

/// The payload of a real-time datagram in a capture.
struct CapturedPayload {
  ConstBytes octets;  ///< behind the packet header, in their length on the wire; zeros replace what was cut
  std::size_t captured = 0;  ///< how many of them are in the capture
  bool is_merged = false;    ///< as of SampleDatagram
  std::uint32_t clock = 0;   ///< that stamped its arrival: where it changes, a time axis begins
  bool has_time = true;      ///< false: when it arrived is not known, and only its number is measured
};

/// Measures the real-time datagrams of one connection, each by itself and against those before it, in the order
/// of their arrival: counts sequence numbers, takes the wrap out of the timestamps, finds the chunks of samples
/// and how they follow one another on their channels. StreamMetrics, and CaptureMeter where the clock that
/// stamped the arrivals may have been set, make a stream's figures of the result.
/// Threads: one owner. Real-time: no (heap, for each channel once).
class IDN_EXPORT ConnectionMeter {
 public:
  /// Has seen no datagram.
  ConnectionMeter();
  ~ConnectionMeter();
  ConnectionMeter(ConnectionMeter&&) noexcept;
  ConnectionMeter& operator=(ConnectionMeter&&) noexcept;

  /// A datagram of a capture.
  /// @param arrival since any epoch
  const MeasuredDatagram& take(const wire::PacketHeader& header, const CapturedPayload& payload,
                               Duration arrival);
  /// A datagram that a receiver has decoded.
  /// @param message null if it has none, or if it is unreadable
  /// @param octets_duration display time of its octets, if they are not samples and are to be measured as well
  const MeasuredDatagram& take(const wire::PacketHeader& header, const wire::ChannelMessage* message,
                               Duration arrival,
                               std::optional<std::chrono::microseconds> octets_duration = std::nullopt);

  /// Call for a request of the client: its number is not missing then.
  void take_request(std::uint16_t number) noexcept;

  /// Counts of all datagrams so far.
  const SequenceCounts& counts() const noexcept;

 private:
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace idn::analysis
