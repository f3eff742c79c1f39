// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/stream/receiver_listener.hpp"

/// What became of each stream. Bounded, however many come and go: a service serves one channel at a time, and
/// of the ended ones only the longest are kept in full.
namespace idn::server {

struct DarkEvent {
  Duration at{};  ///< since 1970
  stream::EndReason reason = stream::EndReason::Closed;
  Duration since_samples{};  ///< since the last datagram with samples arrived
};

struct DmxCounts {
  std::uint64_t packets = 0;  ///< complete ones, and sets of levels
  std::uint64_t octets = 0;   ///< start codes and slots; only the slots of levels
};

struct StreamFacts {
  std::string unit;  ///< its name
  stream::ChannelId id;
  stream::ChannelRouting routing;
  analysis::StreamSummary summary;  ///< its samples: laser samples, or moments of audio
  DmxCounts dmx;                    ///< of DMX512 and laser effects
  std::uint64_t lost = 0;           ///< sequence numbers that never came
  std::uint64_t duplicates = 0;
  std::uint64_t reordered = 0;
  std::uint64_t dark_events = 0;
  std::vector<DarkEvent> last_dark_events;
  std::optional<stream::EndReason> ended;
};

/// Sums over streams that are not kept in full any more.
struct StreamTotals {
  std::uint64_t streams = 0;
  std::uint64_t datagrams = 0;  ///< with samples
  std::uint64_t samples = 0;
  std::uint64_t lost = 0;
  std::uint64_t dark_events = 0;

  void add(const StreamFacts& stream) noexcept;
  void add(const StreamTotals& others) noexcept;
};

/// What became of the real-time packets that a session took.
struct PacketFates {
  std::uint64_t played = 0;           ///< their samples, or what will be a frame
  std::uint64_t service_unknown = 0;  ///< for a service that the unit does not have
  std::uint64_t service_busy = 0;     ///< for a service that serves another channel
  std::uint64_t outdated = 0;         ///< late or duplicated
  std::uint64_t unusable = 0;         ///< for any other reason: format, kind of chunk, continuity
};

class StreamObserver {
 public:
  virtual ~StreamObserver() = default;
  /// A channel asked for a service that it does not get; once, however often it asks. Of `stream` there are the
  /// identity and the routing.
  virtual void not_played(const StreamFacts& /*stream*/) {}
  /// Its first samples came.
  virtual void stream_started(const StreamFacts& stream) = 0;
  virtual void went_dark(const StreamFacts& stream, const DarkEvent& event) = 0;
};

class StreamTable final : public stream::ReceiverListener {
 public:
  static constexpr std::size_t kFinishedKept = 64;
  static constexpr std::size_t kDarkEventsKept = 16;

  /// `observer` outlives the table.
  explicit StreamTable(StreamObserver& observer, std::string unit = {})
      : observer_(observer), unit_(std::move(unit)) {}

  /// Before each datagram: when it arrived, since 1970.
  void set_arrival(Duration since_1970) noexcept { arrival_ = since_1970; }
  /// What to add to the receiver's time to get the time since 1970.
  void set_epoch(Duration receiver_time_zero) noexcept { epoch_ = receiver_time_zero; }
  /// After each call of the receiver: files the streams that ended in it.
  void settle();

  std::vector<StreamFacts> live() const;
  const std::vector<StreamFacts>& finished() const noexcept { return finished_; }  ///< oldest first
  /// Of all streams that are neither live nor finished.
  const StreamTotals& merged() const noexcept { return merged_; }
  const PacketFates& fates() const noexcept { return fates_; }

  void on_channel_routed(const stream::ChannelId& id, const stream::ChannelRouting& routing,
                         TimePoint at) override;
  void on_channel_closed(const stream::ChannelId& id, stream::EndReason reason, TimePoint at) override;
  void on_samples(const stream::ChannelId& id, const stream::SampleChunk& shown) override;
  void on_audio(const stream::ChannelId& id, const stream::AudioChunk& shown) override;
  void on_octets(const stream::ChannelId& id, const stream::OctetChunk& shown) override;
  void on_levels(const stream::ChannelId& id, const stream::LevelChunk& shown) override;
  void on_dark(const stream::ChannelId& id, stream::EndReason reason, TimePoint at) override;
  void on_packet(const stream::SessionId& id, const stream::PacketReport& report) override;

 private:
  struct Record {
    StreamFacts facts;  ///< without its summary
    analysis::StreamMetrics metrics;
    std::optional<TimePoint> last_samples;  ///< or octets or levels

    StreamFacts complete() const;
  };
  using Records = std::map<stream::ChannelId, Record>;

  void note_output(const stream::ChannelId& id, TimePoint arrival, DmxCounts dmx = {});
  Record* find(const stream::SessionId& session, const wire::ChannelMessage* message);
  void count_fate(const stream::PacketReport& report) noexcept;
  void count_sequence(Record* record, const stream::SequenceStep& step) noexcept;
  void measure(Record& record, const stream::PacketReport& report);
  void file(Records::iterator record);

  StreamObserver& observer_;
  std::string unit_;
  Duration arrival_{};
  Duration epoch_{};
  Records live_;
  bool any_ended_ = false;
  std::vector<StreamFacts> finished_;
  StreamTotals merged_;
  PacketFates fates_;
};

}  // namespace idn::server
