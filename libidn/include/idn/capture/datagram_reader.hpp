// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"
#include "idn/statistics.hpp"
#include "idn/time.hpp"

/// UDP datagrams of captures, metadata of the files, and the places where they could not be read.
namespace idn::capture {

/// Position of a packet in the captures that are read together: time, file and packet number.
struct CapturePosition {
  Duration time{};                  ///< since 1970
  std::uint64_t packet_number = 0;  ///< counted from 1 in its file
  std::uint32_t file = 0;           ///< counted from 0 in the order in which the files were given
  std::uint32_t part = 0;           ///< counted from 0 in a packet that holds several datagrams (offload)
  std::uint32_t stamp_source = 0;   ///< what stamped `time`: index into FileInfo::stamp_sources of that file
  /// The clock that stamped `time`, counted from 0: stamp sources of one name are taken for one clock, also in
  /// several files. Times of different clocks are not to be compared.
  std::uint32_t clock = 0;
  bool has_time = true;  ///< false: the packet has no valid time, and `time` is that of the packet before
};

/// What the checksum in a UDP header says.
enum class UdpChecksum : std::uint8_t {
  Unknown,     ///< the capture lacks octets that it covers, or there is none (IPv4 only)
  Right,       ///< agrees with addresses, ports and octets
  Unfinished,  ///< of the pseudo-header only: captured before the network card of the sender computed the rest
  Wrong,       ///< no receiver gets such a datagram
};

/// What the headers of a datagram say about its treatment on the way.
struct UdpMarks {
  std::uint8_t dscp = 0;  ///< 0 to 63; of a fragmented datagram that of the fragment that came first
  /// 0 to 7, of the outermost VLAN tag (PCP); nothing without one. Switches remove tags.
  std::optional<std::uint8_t> vlan_priority{};
};

/// A UDP datagram of a capture.
struct UdpDatagram {
  Endpoint source{};            ///< address and port of the sender
  Endpoint destination{};       ///< address and port of the receiver
  ConstBytes payload{};         ///< captured octets of the payload
  std::size_t length = 0;       ///< octets of the payload on the wire; more than `payload` if captured in part
  std::uint32_t fragments = 0;  ///< number of its IP fragments; 0: it was not fragmented
  /// False: its header states no length, or one beyond the packet; `length` is then all that the packet has.
  bool states_its_length = true;
  UdpChecksum checksum = UdpChecksum::Unknown;  ///< of a part of a merged packet: of the whole
  UdpMarks marks{};                             ///< of the innermost packet, if it came through a tunnel
};

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

/// A UDP datagram of a capture.
struct CapturedDatagram {
  UdpDatagram content{};       ///< a view until the next one is read
  CapturePosition position{};  ///< of its packet, which may hold several (see CapturePosition::part); of a
                               ///< fragmented datagram, of the fragment that completed it
};

/// A capture, pcap or pcapng of either byte order.
struct CaptureFile {
  std::string name;           ///< path, or what messages call it
  std::FILE* file = nullptr;  ///< open, to be read from its position on, and not closed; null: `name` is opened
};

/// A place in a capture, from which reading can go on; see DatagramReader::place(). Copies share what they
/// hold, some 200 octets. Threads: any may copy it, one owner each. Real-time: no (heap).
class IDN_EXPORT CapturePlace {
 private:
  friend class PacketReader;
  struct State;
  std::shared_ptr<const State> state_;
};

/// Reads the UDP datagrams of one or several captures, merged by time. The packets of one file stay in the
/// order of the file. IDN datagrams that segmentation offload merged into one packet are taken apart. Memory is
/// bounded: half a mebibyte per file, and what IpReassembler needs. Threads: one owner. Real-time: no (waits
/// for the disk).
class IDN_EXPORT DatagramReader {
 public:
  /// Reads the first packet of each of `files`.
  /// Errors, with the name of the file: Errc::System; NotCapture (also compressed); Truncated (empty, or ends
  /// within its header).
  static Result<DatagramReader> open(std::span<const CaptureFile> files);
  /// Of files that have paths.
  static Result<DatagramReader> open(std::span<const std::string> paths);
  DatagramReader(DatagramReader&&) noexcept;
  DatagramReader& operator=(DatagramReader&&) noexcept;
  ~DatagramReader();

  /// The next datagram, valid until the next call; null after the last one.
  const CapturedDatagram* next();

  /// The place behind the packet of the last datagram. Only of a reader of one file.
  CapturePlace place() const;
  /// Continues at a place that this or another reader of the same file gave. Fragments from before are
  /// forgotten; facts() counts on. @return false if the file cannot be read from any position, as a pipe
  bool go_to(const CapturePlace& place);

  /// Metadata and counts of the part that was read so far; complete after next() has returned null.
  CaptureInfo facts() const;
  /// Octets of all files that were read so far.
  std::uint64_t octets() const noexcept;

 private:
  struct State;
  explicit DatagramReader(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace idn::capture
