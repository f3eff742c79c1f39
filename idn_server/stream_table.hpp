// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/audio_levels.hpp"
#include "cli/dmx_meter.hpp"
#include "cli/shown.hpp"
#include "cli/skew.hpp"
#include "idn/stream/receive/client_meters.hpp"
#include "idn_server/deviation_histogram.hpp"
#include "idn_server/output/output_meter.hpp"
#include "idn_server/unit_options.hpp"

/// Measurements of all streams of a unit. Memory is bounded: a service serves one channel at a time, and of the
/// ended streams only the longest are kept in full.
namespace idn::server {

struct DarkEvent {
  Duration at{};  ///< since 1970
  stream::EndReason reason = stream::EndReason::Closed;
  Duration since_samples{};  ///< since the last datagram with samples arrived
};

struct DmxCounts {
  std::uint64_t packets = 0;  ///< complete ones, and sets of levels
  std::uint64_t octets = 0;   ///< of packets: start code and slots; of levels: the slots set
  cli::DmxMeter levels;
};

/// Datagrams and the samples in them.
struct SampleCounts {
  std::uint64_t datagrams = 0;
  std::uint64_t samples = 0;

  SampleCounts& operator+=(const SampleCounts& others) noexcept {
    datagrams += others.datagrams;
    samples += others.samples;
    return *this;
  }
};

struct StreamFacts {
  std::string unit;  ///< its name
  stream::ChannelId id;
  stream::ChannelRouting routing;
  analysis::StreamSummary summary;  ///< counts samples, shown or not; of audio one for all its channels
  std::optional<analysis::RateError> rate_error;  ///< of ended streams with enough data
  DeviationHistogram deviations;          ///< the same deviations as in analysis::StreamMetrics::deviations()
  SampleCounts too_late;                  ///< of `summary`: came too late to be shown, or late and was dropped
  DmxCounts dmx;                          ///< of DMX512 and laser effects
  std::optional<cli::AudioLevels> audio;  ///< of audio, from its first samples on
  OutputFacts output;                     ///< what the output showed of it
  std::uint64_t lost = 0;                 ///< sequence numbers that never came
  std::uint64_t missed = 0;               ///< as lost, but including those that came late
  std::uint64_t duplicates = 0;
  std::uint64_t late = 0;  ///< datagrams that came after a later one
  std::uint64_t dark_events = 0;
  std::vector<DarkEvent> last_dark_events;
  std::optional<stream::EndReason> ended;
  std::optional<cli::ShownFacts> shown;  ///< of laser streams; moments since 1970
};

/// Sums over several streams.
struct StreamTotals {
  std::uint64_t streams = 0;
  std::uint64_t datagrams = 0;  ///< with samples
  std::uint64_t samples = 0;
  SampleCounts too_late;  ///< of them
  std::uint64_t lost = 0;
  std::uint64_t missed = 0;
  std::uint64_t dark_events = 0;
  OutputFacts output;

  void add(const StreamFacts& stream) noexcept;
  void add(const StreamTotals& others) noexcept;
};

/// Why a packet is not playable.
struct UnusableCause {
  std::uint16_t event = 0;   ///< bit of wire::pipeline_event; 0: any other
  std::string_view key;      ///< in JSON and metrics
  std::string_view meaning;  ///< after "2 datagrams"
};
/// The first that applies counts.
inline constexpr std::array kUnusableCauses{
    UnusableCause{wire::pipeline_event::kMatchValue, "other_format",
                  "of another configuration than the one that came last"},
    UnusableCause{wire::pipeline_event::kConfiguration, "unconfigured",
                  "without a usable configuration: none came yet, or it does not suit the service"},
    UnusableCause{wire::pipeline_event::kChunkType, "other_chunk",
                  "with a kind of chunk that the mode of its channel does not have"},
    UnusableCause{wire::pipeline_event::kContinuity, "discontinuous",
                  "that overlap the one before, or do not continue it"},
    UnusableCause{0, "inconsistent", "not playable: too short, inconsistent or out of range"}};

/// Outcomes of the real-time packets of sessions.
struct PacketOutcomes {
  std::uint64_t played = 0;           ///< accepted content or fragment, also if too late to be shown
  std::uint64_t service_unknown = 0;  ///< for a service that the unit does not have
  std::uint64_t service_busy = 0;     ///< for a service that serves another channel
  std::uint64_t outdated = 0;         ///< late or duplicated, and dropped
  std::array<std::uint64_t, kUnusableCauses.size()> unusable{};  ///< not playable, by cause
  std::uint64_t unnoticed = 0;  ///< numbers missing from clients that had no stream yet

  std::uint64_t all_unusable() const noexcept {
    return std::accumulate(unusable.begin(), unusable.end(), std::uint64_t{0});
  }
};

class StreamObserver {
 public:
  virtual ~StreamObserver() = default;
  /// A channel did not get the service that it asked for; called once, however often it asks. Only identity and
  /// routing of `stream` are set.
  virtual void not_played(const StreamFacts& /*stream*/) {}
  /// Another source got an output by service 0 (--per-source). `streams`: those that have one now, two at
  /// least, by service; only identity and routing are set.
  virtual void sources_shared(std::span<const StreamFacts> /*streams*/) {}
  /// Its first samples came.
  virtual void stream_started(const StreamFacts& stream) = 0;
  virtual void went_dark(const StreamFacts& stream, const DarkEvent& event) = 0;
};

class StreamTable final : public stream::ReceiverListener {
 public:
  static constexpr std::size_t kFinishedKept = 64;
  static constexpr std::size_t kDarkEventsKept = 16;

  /// By service ID.
  using ServiceTotals = std::map<std::uint8_t, StreamTotals>;

  /// `observer` outlives the table.
  /// @param output options of the outputs of the receiver that reports to it
  /// @param skew   of all units, to which this one adds as number `index`; outlives the table
  explicit StreamTable(StreamObserver& observer, std::string unit = {}, const DacOptions& output = {},
                       cli::SkewMeter* skew = nullptr, std::uint64_t index = 0)
      : observer_(observer), unit_(std::move(unit)), output_(output), skew_(skew), index_(index) {}

  /// Call after each call of the receiver: moves the streams that ended to finished().
  void flush();

  std::vector<StreamFacts> live() const;
  const std::vector<StreamFacts>& finished() const noexcept { return finished_; }  ///< oldest first
  /// Sums over all streams that are in neither live() nor finished().
  const StreamTotals& merged() const noexcept { return merged_; }
  /// Sums over all streams so far, live ones included.
  ServiceTotals services() const;
  const PacketOutcomes& outcomes() const noexcept { return outcomes_; }

  void on_datagram(const stream::DatagramReport& report) override;
  void on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) override;
  void on_channel_closed(const stream::ChannelId& id, stream::EndReason reason, TimePoint at) override;

 private:
  struct Record {
    StreamFacts facts;  ///< without its summary
    analysis::StreamMetrics metrics;
    std::optional<GaplessMeter> gapless;  ///< from the first chunk on
    FrameMeter frames;
    std::optional<cli::ShownMeter> shown;  ///< of laser streams, from the first chunk on
    Duration to_1970{};                    ///< from the monotonic clock, at the last chunk
    bool lost_since_chunk = false;         ///< numbers of its session are missing since the last chunk in order
    std::optional<TimePoint> last_samples;  ///< or octets or levels

    StreamFacts complete() const;
    void show(stream::PlayoutReport chunk, ArrivalOrder order, const DacOptions& output);
    void judge(const stream::DatagramReport& report, const analysis::MeasuredDatagram& measured,
               const DacOptions& output);
    void stop_gapless();
  };
  using RecordPtr = std::unique_ptr<Record>;

  RecordPtr& slot_of(const stream::ChannelId& id);
  std::span<RecordPtr> records_of(const stream::SessionId& session) noexcept;
  void route(const stream::ChannelId& id, const stream::ChannelRouting& routing);
  void take_content(Record& record, const stream::DatagramReport& report);
  void count_outcome(const stream::DatagramReport& report) noexcept;
  void count_number(const stream::SessionId& session, Record* own, const SequenceStep& update);
  StreamFacts* last_ended_of(const stream::SessionId& session);
  static void measure(Record& record, const stream::DatagramReport& report,
                      const analysis::MeasuredDatagram& measured);
  void archive(Record& record);
  void report_sources();
  cli::SkewMeter::Key skew_key_of(const stream::ChannelId& id) const noexcept;
  void add_to_skew(const stream::DatagramReport& report, const analysis::MeasuredDatagram& measured);

  StreamObserver& observer_;
  std::string unit_;
  DacOptions output_;
  cli::SkewMeter* skew_;
  std::uint64_t index_;
  stream::ClientMeters meters_;
  std::vector<RecordPtr> live_;   ///< by slot of the channel; null: no stream
  std::vector<RecordPtr> ended_;  ///< since the last flush()
  std::vector<StreamFacts> finished_;
  ServiceTotals ended_services_;
  StreamTotals merged_;
  PacketOutcomes outcomes_;
};

}  // namespace idn::server
