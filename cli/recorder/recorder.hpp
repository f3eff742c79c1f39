// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "cli/recorder/packet_ring.hpp"
#include "cli/recorder/recording_files.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"

namespace idn::cli {

struct RecordingFacts {
  std::string path;            ///< as given, without the numbers that rotation adds
  std::uint64_t files = 0;     ///< more than one when the recording rotates
  std::uint64_t packets = 0;   ///< in the files
  std::uint64_t octets = 0;    ///< of the files
  std::uint64_t missing = 0;   ///< packets that are not in a file
  std::uint64_t too_slow = 0;  ///< those of them for which the queue had no room, since the disk was too slow
  std::error_code fault;       ///< the system's error at which the recording ended early
};

/// Records the packets that units receive and send; those of one unit in the order in which they arrived and
/// were sent. A thread of its own writes the files: a disk that is slow or full costs packets of the recording,
/// which are counted, and never time of the caller. Real-time: all but construction, close() and facts() (no
/// heap, lock, log). Threads: one owner.
class Recorder {
 public:
  /// Octets that may wait for the disk: some seconds of ten projectors.
  static constexpr std::size_t kQueue = std::size_t{32} << 20;

  /// The writing thread gets the priority that the caller has now.
  /// @throws std::system_error when the file cannot be created
  explicit Recorder(const RecordingOptions& options, std::size_t queue = kQueue);

  void received(const io::ReceivedDatagram& datagram) noexcept;
  /// The packet is held back until one that arrived at `at` or later is recorded, or until flush().
  /// @param at when it was sent, since 1970
  void sent(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration at) noexcept;

  /// Queues the answers that sent() holds back; to be called when everything that has arrived so far was
  /// recorded.
  void flush() noexcept { enqueue_answers_until(Duration::max()); }
  /// Waits until everything is in the file. Nothing can be recorded afterwards.
  void close();

  bool has_failed() const noexcept { return fault_.load(std::memory_order_acquire) != 0; }
  /// Packets in the files so far.
  std::uint64_t packets() const noexcept { return packets_; }
  /// Complete after close(); before, as far as has been written.
  RecordingFacts facts() const;

 private:
  /// Octets of answers that sent() may hold back. If there are more, all are queued at once and may be out of
  /// order.
  static constexpr std::size_t kAnswers = std::size_t{1} << 20;

  void enqueue(Duration at, ConstBytes packet) noexcept;
  void enqueue_answers_until(Duration limit) noexcept;
  void write_files(stop_token stop);
  void write_queued();
  void publish() noexcept;

  std::string path_;
  std::vector<std::byte> packet_ = std::vector<std::byte>(65535);  ///< being encoded
  PacketRing answers_{kAnswers};                                   ///< held back by sent()
  PacketRing queue_;                                               ///< to the writing thread
  std::uint64_t too_slow_ = 0;

  RecordingFiles files_;     ///< of the writing thread, until close()
  std::uint64_t taken_ = 0;  ///< packets taken from the queue
  std::atomic<std::uint64_t> packets_{0};
  std::atomic<std::uint64_t> octets_{0};
  std::atomic<std::uint64_t> unwritten_{0};
  std::atomic<std::uint64_t> file_count_{1};
  std::atomic<int> fault_{0};
  jthread writer_;  ///< last: ends before what it uses
};

/// "recording show.pcap: 1200 packets, 345678 octets, INCOMPLETE: 3 packets missing".
std::string to_string(const RecordingFacts& recording);

/// Throws Failure. Overwrites an existing file. Call it last: where a port is taken, another program may be
/// writing this very file.
/// @param remedy such as "choose another file with --record"
/// @return null without a path
std::unique_ptr<Recorder> open_recorder(const RecordingOptions& options, const std::string& remedy);

}  // namespace idn::cli
