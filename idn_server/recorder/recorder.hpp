// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "idn/io/unit_socket.hpp"
#include "idn_server/recorder/pcap_file.hpp"

namespace idn::server {

struct RecordingFacts {
  std::string path;
  std::uint64_t packets = 0;  ///< in the file
  std::uint64_t octets = 0;
  std::uint64_t missing = 0;  ///< packets that came and are not in the file
  std::error_code fault;      ///< why the recording ended early
};

/// Records the traffic of the unit in the order of its times, both directions.
class Recorder {
 public:
  /// @throws std::system_error when the file cannot be created
  explicit Recorder(const std::string& path) : path_(path), file_(path) {}

  void received(const io::ReceivedDatagram& datagram);
  /// @param at since 1970
  void sent(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration at);

  /// Nothing that arrived before now is still to come.
  void settle();
  void flush();
  void close();

  bool has_failed() const noexcept { return static_cast<bool>(file_.fault()); }
  RecordingFacts facts() const;

 private:
  /// An answer waits here until everything that arrived before it has been read from the socket.
  struct Answer {
    Duration at;
    std::vector<std::byte> packet;
  };

  void write_answers_until(Duration limit);

  std::string path_;
  PcapFile file_;
  std::vector<std::byte> packet_ = std::vector<std::byte>(65535);
  std::deque<Answer> answers_;
  std::uint64_t seen_ = 0;
};

}  // namespace idn::server
