// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "idn/capture/datagram_reader.hpp"
#include "idn_parser/table/connection.hpp"

namespace idn::parser {

/// Identifies a real-time datagram, to find it in another capture. 40 octets; with the indices for matching,
/// fingerprints of a capture of 1 GB take about 120 MB.
struct Fingerprint {
  Duration time{};
  std::int64_t position = 0;  ///< sequence number without its wrap at 2^16; that of the first datagram as sent
  std::uint64_t content = 0;  ///< hash of the octets after the packet header, and of the command
  std::uint32_t head = 0;     ///< hash of the first 64 octets, which identifies nearly every datagram
  bool has_head = false;  ///< `head` covers 64 octets, or the whole of a shorter datagram; false if the capture
                          ///< cut it off earlier
  std::uint32_t packet_number = 0;  ///< in the capture, from 1
  bool is_whole = false;            ///< `content` covers all octets: the capture did not cut them off
  bool has_time = true;             ///< see CapturePosition
  std::uint8_t dscp = 0;

  std::uint16_t sequence() const noexcept { return static_cast<std::uint16_t>(position); }
};

using Fingerprints = std::vector<Fingerprint>;

struct ConnectionFingerprints {
  ConnectionKey key;
  Fingerprints fingerprints;  ///< in the order of the capture
};

/// The fingerprints of one capture.
struct TrafficFingerprints {
  std::string file;
  std::uint16_t port = 0;                           ///< of the receivers
  std::vector<ConnectionFingerprints> connections;  ///< in order of appearance
  /// Datagrams of connections beyond Traffic::kMaxConnections; they have no fingerprint.
  std::uint64_t unsorted = 0;
  capture::CaptureInfo facts;  ///< of the file
};

/// Reads a capture. Throws cli::Failure when it is not readable at all.
/// @param port UDP port of the receivers
TrafficFingerprints read_fingerprints(const std::string& file, std::uint16_t port);

}  // namespace idn::parser
