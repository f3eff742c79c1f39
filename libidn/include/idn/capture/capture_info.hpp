// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "idn/capture/capture_position.hpp"
#include "idn/endpoint.hpp"
#include "idn/statistics.hpp"
#include "idn/time.hpp"

/// Metadata of capture files, and the places where they could not be read.
namespace idn::capture {

/// A place where a file could not be read.
struct Damage {
  std::string cause{};              ///< for display
  std::uint64_t behind_packet = 0;  ///< number of the last packet before it; 0: none
  std::uint64_t offset = 0;         ///< octets from the beginning of the file
  /// Octets skipped to the next packet; nothing if there is no further packet and the rest of the file is lost.
  std::optional<std::uint64_t> skipped{};
};

/// Metadata and counts of one file.
struct FileInfo {
  static constexpr std::size_t kDamagesKept = 20;        ///< further ones are only counted
  static constexpr std::size_t kStampSourcesKept = 256;  ///< all further ones share one entry

  std::string name{};             ///< of CaptureFile
  std::string format{};           ///< "pcap" or "pcapng"
  std::set<std::string> links{};  ///< names of the link types that occur
  /// What stamped the packets, with the unit of its stamps: "pcap us", "pcap ns", "pcapng interface 0 eth0 ns".
  /// The first kStampSourcesKept; "further interfaces" stands for all others.
  std::vector<std::string> stamp_sources{};
  std::uint64_t packets = 0;          ///< read so far, with those left out
  std::uint64_t untimed = 0;          ///< they have no valid time; left out where they come before all others
  std::uint64_t of_unknown_link = 0;  ///< left out: their link type is not known or carries no IP
  std::uint64_t dropped = 0;          ///< by the capturing computer, as the file states
  std::uint64_t damage_count = 0;     ///< number of all damages
  std::vector<Damage> damages{};      ///< the first kDamagesKept of them

  /// Adds `words` to `stamp_sources` if they are new. @return their index there
  std::uint32_t add_stamp_source(std::string words) {
    if (stamp_sources.size() >= kStampSourcesKept) words = "further interfaces";
    const auto known = std::ranges::find(stamp_sources, words);
    const auto index = known - stamp_sources.begin();
    if (known == stamp_sources.end()) stamp_sources.push_back(std::move(words));
    return static_cast<std::uint32_t>(index);
  }
  /// Counts `damage`, and stores it if it is one of the first kDamagesKept.
  void add(Damage damage) {
    ++damage_count;
    if (damages.size() < kDamagesKept) damages.push_back(std::move(damage));
  }
};

/// A datagram that could not be reassembled from its fragments.
struct ReassemblyFailure {
  /// Why the datagram could not be reassembled.
  enum class Cause : std::uint8_t {
    Incomplete,     ///< fragments are missing at the end of the capture, or 30 s after the first one arrived
    Contradicting,  ///< fragments overlap with different contents, or do not fit together
    NoRoom,         ///< too many datagrams were incomplete at a time
  };

  CapturePosition at;           ///< of the fragment that arrived first
  Cause cause{};                ///< see Cause
  Endpoint source;              ///< port 0 if the fragment with the UDP header is missing
  Endpoint destination;         ///< likewise
  std::uint32_t fragments = 0;  ///< number of fragments that arrived
};

/// Counts of IP fragments.
struct FragmentStats {
  std::uint64_t fragments = 0;     ///< of UDP, any port
  std::uint64_t datagrams = 0;     ///< reassembled
  std::uint64_t out_of_order = 0;  ///< fragments that arrived after one with a higher offset
  /// Fragments that arrived again: with equal contents, or after the datagram was complete.
  std::uint64_t repeated = 0;
  BoundedEventLog<ReassemblyFailure> broken{};  ///< datagrams that could not be reassembled
};

/// Metadata and counts of all files of a capture.
struct CaptureInfo {
  std::vector<FileInfo> files{};         ///< in the order in which they were given
  std::string file{};                    ///< names of all files, separated by commas
  std::string link_name{};               ///< names of all link types, separated by commas
  std::uint64_t packets = 0;             ///< of all files, without those that Reader leaves out
  std::optional<Duration> first_time{};  ///< of the earliest packet, since 1970; nothing without packets
  Duration span{};                       ///< between the earliest and the latest packet
  std::uint64_t truncated_packets = 0;   ///< packets of which the capture holds only the first octets
  std::uint64_t bad_headers = 0;         ///< packets with headers that contradict each other or the length
  std::uint64_t without_length = 0;      ///< datagrams read although their UDP header states no possible length
  std::uint64_t truncated_headers = 0;   ///< packets captured too short to have a whole UDP header
  std::uint64_t merged_packets = 0;      ///< packets that segmentation offload made of several datagrams
  std::uint64_t merged_datagrams = 0;    ///< datagrams in these packets
  FragmentStats fragments{};             ///< IP fragments of all files
};

}  // namespace idn::capture
