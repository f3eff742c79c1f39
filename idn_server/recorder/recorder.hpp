// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "idn/io/unit_socket.hpp"
#include "idn_server/recorder/packet_ring.hpp"
#include "idn_server/recorder/recording_files.hpp"

namespace idn::server {

struct RecordingFacts {
  std::string path;           ///< as asked for
  std::uint64_t files = 0;    ///< more than one when the recording rotates
  std::uint64_t packets = 0;  ///< in the files
  std::uint64_t octets = 0;
  std::uint64_t missing = 0;   ///< packets that are not in a file
  std::uint64_t too_slow = 0;  ///< those of them that the disk was too slow for
  std::error_code fault;       ///< why the recording ended early
};

/// Records the traffic of units, both directions, in the order of its times within each unit. A thread of its
/// own writes: a disk that is slow or full costs packets of the recording, which are counted, and never time of
/// the caller. Real-time, but for construction and close(): yes (no heap, lock, log). Threads: one owner.
class Recorder {
 public:
  /// Octets that may wait for the disk: some seconds of ten projectors.
  static constexpr std::size_t kQueue = std::size_t{32} << 20;

  /// The writing thread gets the priority that the caller has now.
  /// @throws std::system_error when the file cannot be created
  explicit Recorder(const RecordingOptions& options, std::size_t queue = kQueue);

  void received(const io::ReceivedDatagram& datagram) noexcept;
  /// @param at since 1970
  void sent(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration at) noexcept;

  /// Writes the answers that are held back; call it when everything that has arrived so far was recorded.
  void flush() noexcept { write_answers_until(Duration::max()); }
  /// Waits until everything is in the file. Nothing can be recorded afterwards.
  void close();

  bool has_failed() const noexcept { return fault_.load(std::memory_order_acquire) != 0; }
  /// Packets in the files so far.
  std::uint64_t packets() const noexcept { return packets_; }
  /// Complete after close(); before, as far as has been written.
  RecordingFacts facts() const;

 private:
  /// Octets of answers that may be held back until everything that arrived before them has been recorded.
  static constexpr std::size_t kAnswers = std::size_t{1} << 20;

  void write(Duration at, ConstBytes packet) noexcept;
  void write_answers_until(Duration limit) noexcept;
  void write_files(std::stop_token stop);
  void write_waiting();
  void publish() noexcept;

  std::string path_;
  std::vector<std::byte> packet_ = std::vector<std::byte>(65535);
  PacketRing answers_{kAnswers};
  PacketRing waiting_;
  std::uint64_t too_slow_ = 0;

  RecordingFiles files_;  ///< of the writing thread, until close()
  std::uint64_t taken_ = 0;
  std::atomic<std::uint64_t> packets_{0};
  std::atomic<std::uint64_t> octets_{0};
  std::atomic<std::uint64_t> unwritten_{0};
  std::atomic<std::uint64_t> file_count_{1};
  std::atomic<int> fault_{0};
  std::jthread writer_;  ///< last: ends before what it uses
};

}  // namespace idn::server
