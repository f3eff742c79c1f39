// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "idn/capture/datagram_reader.hpp"
#include "viewer/model/source/unit_names.hpp"
#include "viewer/model/stream_event.hpp"

namespace idn::viewer {

/// A channel that is open at a moment of a capture, with its configuration as on the wire.
struct OpenChannel {
  StreamKey key;
  std::vector<std::byte> config;
};

/// Where a capture can be entered, about once per second, with what receivers that begin there have to know. It
/// grows by some 500 octets per second of the capture. Threads: one owner.
class CaptureIndex {
 public:
  struct Mark {
    TimePoint time;  ///< since the first datagram of the capture
    capture::CapturePlace place;
    std::uint64_t datagrams = 0;  ///< of the capture before
    std::vector<std::shared_ptr<const OpenChannel>> open;
    /// Number of the marks before the last data of each open channel: a frame may be repeated for long.
    std::size_t before_data = 0;
  };

  /// @param port of the receivers
  CaptureIndex(capture::DatagramReader reader, std::uint16_t port);

  /// Reads up to `datagrams` more. @return false at the end of the capture
  bool read_on(std::size_t datagrams);
  bool is_complete() const noexcept { return is_complete_; }

  /// Of the first datagram, since 1970.
  Duration zero() const noexcept { return zero_.value_or(Duration{}); }
  /// Time of the last datagram so far.
  TimePoint end() const noexcept { return end_; }
  /// The mark to enter at, for what is shown from `at` on; null: the beginning. Not much further back than
  /// `datagrams`, but at least a second before `at`.
  const Mark* mark_before(TimePoint at, std::uint64_t datagrams) const;
  /// The laser channels so far, in the order of their appearance.
  const std::vector<StreamKey>& streams() const noexcept { return streams_; }
  const UnitNames& names() const noexcept { return names_; }
  /// What is wrong with the part that was read so far.
  std::vector<capture::Damage> damages() const { return reader_.facts().files.front().damages; }

 private:
  struct Channel {
    std::shared_ptr<const OpenChannel> open;
    std::size_t before_data = 0;
    TimePoint last_datagram{};
  };

  void take(const capture::UdpDatagram& datagram);
  void take_config(const StreamKey& key, const wire::ChannelConfig& config);
  void add_mark();

  capture::DatagramReader reader_;
  std::uint16_t port_;
  std::optional<Duration> zero_;
  TimePoint end_{};
  std::uint64_t datagrams_ = 0;
  std::vector<Mark> marks_;
  std::map<StreamKey, Channel> channels_;
  std::vector<StreamKey> streams_;
  UnitNames names_;
  bool is_complete_ = false;
};

}  // namespace idn::viewer
