// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "idn_parser/capture/capture_reader.hpp"
#include "idn_parser/capture/peel.hpp"

namespace idn::parser {

struct CapturedDatagram {
  UdpDatagram content;  ///< a view until the next one is read
  Moment moment;        ///< of the last fragment to come, where it came in several
};

/// The UDP datagrams of one or several captures as one sequence by time. Within a file the order is that of the
/// file. Memory is bounded: half a mebibyte per file, and what FragmentTable keeps.
class DatagramReader {
 public:
  /// @param files "-" for standard input, at most once. Throws cli::Failure when one cannot be read at all.
  explicit DatagramReader(std::span<const std::string> files);

  std::optional<CapturedDatagram> next();

  /// Of what was read so far; complete after the last datagram.
  CaptureFacts facts() const;
  /// Taken from all files so far.
  std::uint64_t octets() const noexcept;

 private:
  struct File {
    CaptureReader reader;
    std::optional<Packet> head;  ///< the next packet of this file
  };

  File* earliest() noexcept;
  std::optional<CapturedDatagram> take(const Packet& packet, std::uint32_t file);

  std::vector<File> files_;
  File* taken_ = nullptr;  ///< whose head was handed out and still is in use
  Peeler peeler_;
  CaptureFacts totals_;
  Duration earliest_time_ = Duration::max();
  Duration latest_time_ = Duration::min();
};

}  // namespace idn::parser
