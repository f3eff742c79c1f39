// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "idn/analysis/latency/marker.hpp"
#include "idn/stream/receiver_listener.hpp"

namespace idn::latency {

/// A marker in what a receiver shows.
struct SeenMarker {
  std::uint16_t number = 0;
  std::uint16_t sequence = 0;  ///< IDN's number of the datagram with its first sample
  std::size_t axis = 0;        ///< of MarkerWatch::earliest()
  Duration media{};            ///< the sender's time of that datagram
  TimePoint arrived{};         ///< T5: of that datagram
  TimePoint shown{};           ///< T6: of the first sample
  bool in_time = true;         ///< else the first sample came when it should have been shown already
};

/// Time that should have been lit, from the first lit sample to the last, and was.
struct LightTime {
  Duration due{};
  Duration lit{};

  double dark_share() const noexcept {
    return due > Duration{0} ? 1 - static_cast<double>(lit.count()) / static_cast<double>(due.count()) : 0;
  }
};

/// Looks at all that one stream brings, on the thread of its receiver.
class MarkerWatch final : public stream::ReceiverListener {
 public:
  void on_samples(const stream::ChannelId& channel, const stream::SampleChunk& chunk) override;
  void on_packet(const stream::SessionId& session, const stream::PacketReport& report) override;

  const std::vector<SeenMarker>& seen() const noexcept { return seen_; }
  const LightTime& light() const noexcept { return light_; }
  std::uint64_t datagrams() const noexcept { return datagrams_; }
  std::uint64_t lit_samples() const noexcept { return lit_samples_; }
  /// Of each time axis of the sender: the smallest arrival less the sender's time. What the sender stamps is
  /// due that much later by our clock, at the latest.
  const std::vector<Duration>& earliest() const noexcept { return earliest_; }

 private:
  struct Chunk {
    std::uint64_t begin = 0;  ///< of MarkerFinder::position()
    std::size_t samples = 0;
    Duration length{};
    SeenMarker datagram{};
    TimePoint playout{};
  };
  static constexpr std::size_t kRemembered = 8;  ///< a marker lies in no more datagrams

  void count_light(const stream::SampleChunk& chunk);
  void note_axis(const stream::SampleChunk& chunk);
  void resolve(const analysis::latency::MarkerFinder::Found& found);

  analysis::latency::MarkerFinder finder_;
  std::array<Chunk, kRemembered> chunks_{};
  std::size_t chunk_count_ = 0;  ///< ever
  bool chunk_is_new_ = false;    ///< its packet has not been told yet
  std::vector<analysis::latency::MarkerFinder::Found> found_;
  std::vector<SeenMarker> seen_;
  std::vector<Duration> earliest_;
  LightTime light_;
  Duration pending_due_{};  ///< since the last lit sample
  std::uint64_t datagrams_ = 0;
  std::uint64_t lit_samples_ = 0;
};

}  // namespace idn::latency
