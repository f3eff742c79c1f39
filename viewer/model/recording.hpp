// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "viewer/model/stream_event.hpp"
#include "viewer/model/timeline.hpp"

namespace idn::viewer {

/// A received datagram, for the instruments.
struct Datagram {
  TimePoint arrival;
  /// Packet offset to the datagram before; empty if the two cannot be compared.
  std::optional<Duration> offset;
  Duration buffer{};  ///< display time queued in the output after its arrival; 0: underrun
  Arrived facts;
};

/// One stream (a tile of the window): what a channel shows, and how its datagrams arrived.
struct Stream {
  explicit Stream(const TimelineLimits& limits) : timeline(limits) {}

  std::string name;  ///< to display; unique within the recording
  StreamKey key;
  std::string unit_name;     ///< of the unit that receives it; empty if unknown
  std::string service_name;  ///< of the service there; empty if unknown
  std::optional<stream::ChannelRouting> routing;
  std::optional<wire::SampleLayout> layout;
  Timeline timeline;
  analysis::StreamMetrics metrics;
  std::deque<Datagram> datagrams;    ///< the last ones, oldest first
  analysis::SequenceCounts numbers;  ///< of its connection, all channels: lost, late, duplicates
  std::uint64_t late_samples = 0;    ///< came too late to be shown, as idn_server counts them
  TimePoint since;                   ///< when the first datagram came
  TimePoint last_datagram;           ///< its arrival; `since` while the first one is being taken
};

/// The moments of a source that a recording can show; of a long capture it holds a part.
struct HeldPart {
  TimePoint from = TimePoint::min();  ///< min: from the beginning of the source
  TimePoint to = kNever;              ///< kNever: to its end

  bool contains(TimePoint at) const noexcept { return from <= at && at <= to; }
  bool is_whole() const noexcept { return from == TimePoint::min() && to == kNever; }
};

struct RecordingLimits {
  TimelineLimits timeline;
  /// Of further streams only the datagrams are counted, unless streams idle for long can be removed.
  std::size_t streams = 64;
  std::size_t datagrams = 1 << 18;  ///< kept per stream, some 80 octets each
};

/// The streams of a source. Threads: one owner.
class Recording {
 public:
  explicit Recording(const RecordingLimits& limits = {}) : limits_(limits) {}

  /// A snapshot, to which no events are applied. Sample data are shared, not copied.
  Recording copy() const;

  void apply(const StreamEvent& event);
  /// Adds a stream that events may fill later, so that streams have the same order and names in every part.
  void expect(const StreamKey& key) { find_or_add(key, {}); }
  /// Adds a stream that is not filled by events, as for an .ild file.
  Stream& add(const std::string& name);
  /// Repeats the current frames until `now`.
  void extend(TimePoint now);
  /// The source ends at `end`, as a capture does: a stream whose samples reach `end` ends without an underrun.
  void end_at(TimePoint end);

  /// In the order of their appearance. A stream stays valid until apply() removes it for a new one.
  const std::vector<std::unique_ptr<Stream>>& streams() const noexcept { return streams_; }
  /// Datagrams of streams beyond the limit.
  std::uint64_t refused() const noexcept { return refused_; }
  std::uint64_t samples() const noexcept;

  /// From the first sample of all streams to the end of the last one; equal if there are no samples.
  TimePoint begin() const noexcept;
  TimePoint end() const noexcept;

  /// Notes about the source for the user, such as damage, one line each.
  std::vector<std::string> notes;
  HeldPart held;
  std::optional<Duration> zero;  ///< since 1970, of the moment from which times count; empty: unknown

 private:
  Stream* find_or_add(const StreamKey& key, TimePoint at);
  std::string free_name(const StreamKey& key) const;
  void make_room(TimePoint now);
  void take(Stream& stream, const Arrived& arrived, TimePoint at);

  RecordingLimits limits_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::uint64_t refused_ = 0;
};

/// Limits for live sources: the last ten seconds of at most sixteen streams.
RecordingLimits live_limits() noexcept;

}  // namespace idn::viewer
