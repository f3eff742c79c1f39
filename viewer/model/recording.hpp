// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "idn/analysis/datagram_order_tracker.hpp"
#include "viewer/model/stream_event.hpp"
#include "viewer/model/timeline.hpp"

namespace idn::viewer {

/// A datagram as instruments want it.
struct Datagram {
  TimePoint arrival;
  std::optional<Duration> offset;  ///< since the datagram before, where both can be compared
  Duration buffer{};               ///< what an output had yet to show when this one had arrived; 0: it ran dry
  Arrived facts;
};

/// One tile: what a channel shows, and how it came.
struct Stream {
  explicit Stream(const TimelineLimits& limits) : timeline(limits) {}

  std::string name;  ///< for people; no other of the recording has it
  StreamKey key;
  std::string unit_name;     ///< of the unit that it goes to; empty where none is known
  std::string service_name;  ///< of the service there; empty where none is known
  std::optional<stream::ChannelRouting> routing;
  std::optional<wire::SampleLayout> layout;
  Timeline timeline;
  analysis::StreamMetrics metrics;
  analysis::DatagramOrderTracker place;
  std::deque<Datagram> datagrams;    ///< the last ones, oldest first
  analysis::SequenceCounts numbers;  ///< of its connection, all channels: lost, late, duplicates
  TimePoint since;                   ///< when the first datagram came
  TimePoint heard;                   ///< when the last datagram came
};

struct RecordingLimits {
  TimelineLimits timeline;
  std::size_t streams = 64;         ///< further ones are counted only; one silent for long gives up its place
  std::size_t datagrams = 1 << 18;  ///< kept per stream, some 80 octets each
};

/// The streams of a source. Threads: one owner.
class Recording {
 public:
  explicit Recording(const RecordingLimits& limits = {}) : limits_(limits) {}

  /// A recording of its own that stands still; samples are shared.
  Recording copy() const;

  void apply(const StreamEvent& event);
  /// A stream that no event names, as that of a file.
  Stream& add(const std::string& name);
  /// Live: frames repeat until `now`.
  void extend(TimePoint now);
  /// The source ends there, as a capture does: nobody knows what its streams did then.
  void end_at(TimePoint end);

  /// In the order of their appearance. A stream stays where it is until apply() gives its place to another.
  const std::vector<std::unique_ptr<Stream>>& streams() const noexcept { return streams_; }
  /// Streams beyond the limit.
  std::uint64_t refused() const noexcept { return refused_; }
  std::uint64_t samples() const noexcept;

  /// From the first sample of all streams to the end of the last one; both the same where there is none.
  TimePoint begin() const noexcept;
  TimePoint end() const noexcept;

  /// What a user should know about the source, a line each.
  std::vector<std::string> notes;

 private:
  Stream* find_or_add(const StreamKey& key, TimePoint at);
  std::string free_name(const StreamKey& key) const;
  void make_room(TimePoint now);
  void take(Stream& stream, const Arrived& arrived, TimePoint at);

  RecordingLimits limits_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::uint64_t refused_ = 0;
};

/// The recording of a live source: the last ten seconds, of sixteen streams at most.
RecordingLimits live_limits() noexcept;

}  // namespace idn::viewer
