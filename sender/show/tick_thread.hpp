// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "idn/io/realtime.hpp"
#include "idn/io/stream_loop.hpp"
#include "idn/io/system_clock.hpp"
#include "sender/show/projector.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

/// What a tick thread found out about its own waiting.
struct Waiting {
  io::WaitMode mode{};
  Duration guard{0};
  std::vector<io::Grant> grants;
  bool stepped_down = false;         ///< gave real-time priority back, since there was too much to do for it
  std::uint64_t late_in_kernel = 0;  ///< datagrams of shared sockets that were dropped since they came too late
  double processor_share = 0;        ///< of one core, known at the end
  std::optional<io::KernelPacing> pacing = std::nullopt;  ///< where the kernel keeps the departures
};

/// The thread that keeps the time of some streams.
class TickThread {
 public:
  /// How far ahead of the departures it runs where the kernel keeps them: longer than a thread is usually kept
  /// waiting for a core, shorter than receivers' buffers.
  static constexpr Duration kKernelLead{std::chrono::milliseconds(2)};

  /// `sockets`: those of its streams. `processor`: the only one it runs on, else any.
  TickThread(const LoopOptions& options, io::SocketPool& sockets, std::optional<unsigned> processor)
      : options_(options),
        sockets_(sockets),
        processor_(processor),
        loop_(options.pace == Pace::Kernel ? kKernelLead : Duration{0}) {}

  /// Before start().
  void add(Projector& projector);
  /// Both are called on the thread: when the first deadline is near, and when every stream has ended.
  void start(const std::function<void(const Waiting&)>& on_start, const std::function<void()>& on_end);
  ~TickThread() { stop(); }
  TickThread(const TickThread&) = delete;
  TickThread& operator=(const TickThread&) = delete;

  /// The streams end dark at once, those whose input is over as well.
  void stop() noexcept;
  void join() {
    if (thread_.joinable()) thread_.join();
  }
  /// After join().
  const Waiting& waiting() const noexcept { return waiting_; }

 private:
  void run(const std::function<void(const Waiting&)>& on_start);

  LoopOptions options_;
  io::SocketPool& sockets_;
  std::optional<unsigned> processor_;
  io::StreamLoop loop_;
  std::vector<stream::SenderSession*> sessions_;
  Waiting waiting_;
  std::jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::sender
