// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "idn/stream/receive/receiver_listener.hpp"
#include "latency/model/marker.hpp"

namespace idn::latency {

/// A marker that was found in the samples of a receiver.
struct SeenMarker {
  std::uint16_t number = 0;    ///< of its trigger
  std::uint16_t sequence = 0;  ///< sequence number of the datagram with its first sample
  std::size_t axis = 0;        ///< time axis, as index of MarkerWatch::earliest()
  Duration media{};            ///< timestamp of that datagram
  TimePoint arrived{};         ///< T5: arrival of that datagram
  TimePoint shown{};           ///< T6: playout time of the first sample
  bool in_time = true;         ///< false: the first sample arrived after its playout time
};

/// Time from the first lit sample to the last, and how much of it was lit in time.
struct LightTime {
  Duration due{};
  Duration lit{};

  double dark_share() const noexcept {
    return due > Duration{0} ? 1 - static_cast<double>(lit.count()) / static_cast<double>(due.count()) : 0;
  }
};

/// What became of numbered pictures, those that an application draws one after the other.
struct PictureCounts {
  std::uint64_t shown = 0;     ///< passes of the receiver through a picture: it draws each until the next one
  std::uint64_t repeated = 0;  ///< of these, those after the first one of a picture
  std::uint64_t skipped = 0;   ///< pictures between two that were shown
  std::uint64_t torn = 0;      ///< passes through parts of two pictures
};

/// Finds markers and measures light in the samples of one stream. Threads: that of the receiver.
class MarkerWatch final : public stream::ReceiverListener {
 public:
  void on_datagram(const stream::DatagramReport& report) override;

  const std::vector<SeenMarker>& seen() const noexcept { return seen_; }
  const LightTime& light() const noexcept { return light_; }
  const PictureCounts& pictures() const noexcept { return pictures_; }
  std::uint64_t datagrams() const noexcept { return datagrams_; }
  std::uint64_t lit_samples() const noexcept { return lit_samples_; }
  /// For each time axis, the smallest difference of arrival and timestamp. A datagram was due, by our clock, at
  /// its timestamp plus this difference at the latest.
  const std::vector<Duration>& earliest() const noexcept { return earliest_; }

 private:
  struct Chunk {
    std::uint64_t begin = 0;  ///< MarkerFinder::position() at its first sample
    std::size_t samples = 0;
    Duration length{};
    SeenMarker datagram{};
    TimePoint playout{};
  };
  static constexpr std::size_t kChunksKept = 8;  ///< a marker spans at most this many datagrams

  void take(const stream::SampleChunk& chunk, std::uint16_t sequence);
  void count_light(const stream::SampleChunk& chunk);
  void note_axis(const stream::SampleChunk& chunk);
  void resolve(const MarkerFinder::Found& found);
  void count_picture(const stream::SampleChunk& chunk, std::span<const std::uint16_t> indices) noexcept;

  MarkerFinder finder_;
  std::array<Chunk, kChunksKept> chunks_{};
  std::size_t chunk_count_ = 0;  ///< number of chunks so far
  std::vector<SeenMarker> seen_;
  std::vector<Duration> earliest_;
  LightTime light_;
  PictureCounts pictures_;
  /// A picture that the receiver draws.
  struct Picture {
    std::uint16_t index = 0;
    TimePoint since{};
    Duration length{};
  };
  std::optional<Picture> picture_;
  Duration pending_due_{};  ///< time since the last chunk with light; counts as due when light follows
  std::uint64_t datagrams_ = 0;
  std::uint64_t lit_samples_ = 0;
};

}  // namespace idn::latency
