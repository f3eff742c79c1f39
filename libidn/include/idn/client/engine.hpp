// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "idn/client/event.hpp"
#include "idn/io/kernel_pacing.hpp"
#include "idn/io/monotonic_clock.hpp"
#include "idn/io/realtime.hpp"
#include "idn/io/send_log.hpp"

namespace idn::client {

/// Options of an Engine; everything has a default.
struct EngineOptions {
  /// How far ahead of the departures tick threads run with `kernel_pacing`: longer than a thread is usually
  /// kept waiting for a processor, shorter than receivers' buffers.
  static constexpr Duration kKernelLead{std::chrono::milliseconds(2)};

  unsigned threads = 1;                      ///< tick threads that share the devices, 1 to 64
  io::WaitMode wait = io::WaitMode::Hybrid;  ///< how the tick threads wait for their deadlines
  bool realtime = true;      ///< asks for real-time priority, finest timers and processors that do not doze
  bool lock_memory = false;  ///< of the whole process, see io::RealtimeOptions
  std::vector<unsigned> processors{};  ///< the n-th thread runs on the n-th only; empty: on any
  /// No thread of the engine's own: the application calls drive(). Devices of this engine are opened by address
  /// or host name only, and do not follow a unit that moves.
  bool manual = false;
  /// Gets every event, in order, some 20 ms after it happened: on a helper thread of the engine, or within
  /// drive() of a manual one. Does not throw. From within it close() and stop() are refused, and the engine
  /// must not be destroyed.
  std::function<void(const Event& event)> on_event{};
  /// So many devices are opened before Engine::begin(), where all of them begin together; devices of a tick
  /// thread share its sockets then, and what is due together leaves in one system call. They cannot be
  /// retargeted. 0: each begins when it is opened, and has a socket of its own.
  std::size_t together = 0;
  /// The kernel holds each datagram back until its time, where the queue discipline of the interface is fq or
  /// etf (Linux); where it cannot, nothing opens (BadOption). What the kernel holds can no longer become dark.
  bool kernel_pacing = false;
  /// Gets what becomes of each datagram of the device, see io::SharedSocketOptions::log: for instruments, and
  /// an engine of one device. Not with `together`.
  std::shared_ptr<io::SendLog> send_log{};
  /// Called on a tick thread whose last device has ended; does not throw, and closes nothing.
  std::function<void()> on_idle{};
};

/// What a tick thread was granted.
struct TickThreadStatus {
  io::WaitMode wait{};            ///< what it does: what was asked for, or what is left of it
  Duration guard{0};              ///< how long before each deadline it began to spin when it last had no device
  std::vector<io::Grant> grants;  ///< empty where `realtime` is off
  bool stepped_down = false;      ///< gave real-time priority back, as there was too much to do for it
  std::size_t devices = 0;        ///< that it serves now
  Duration processor_time{0};     ///< used until it had no device last
  Duration active_time{0};        ///< that it had devices, likewise
  /// EngineOptions::together: who holds the datagrams back; nothing: this thread.
  std::optional<io::KernelPacing> pacing{};
  std::uint64_t late_in_kernel = 0;  ///< EngineOptions::together: datagrams that the kernel dropped as too late
};

/// The threads that keep the time, and what they send by. One is enough for an application; devices come and go
/// while others stream.
///
/// A process that ends by exit() or by a return from main ends dark and closed, whatever it has left open. On
/// Windows only where the library is part of a DLL, which is notified after the other threads have ended, and
/// not if one ended in the middle of a tick. Any other process, and one that ends by a signal or by an
/// exception that nobody catches, just stops sending: receivers are dark when their buffer is empty, and close
/// after their link time-out.
/// Threads: any; drive() by one at a time. Real-time: no (heap, locks); what its own threads do while they
/// send is (no heap, lock, log).
class Engine {
 public:
  /// Starts the tick threads, which sleep until there is a device. A number of threads outside its range is
  /// brought into it.
  explicit Engine(const EngineOptions& options = {});
  /// All devices are dark with their next tick, then closed. EngineOptions::on_event is called for that.
  ~Engine();
  Engine(Engine&& other) noexcept;
  Engine& operator=(Engine&& other) noexcept;

  /// The next of what has changed on devices of this engine, and among the units that a Devices of it finds;
  /// nothing where nothing has, and where EngineOptions::on_event gets it. Of what nobody asks for, 4096 wait.
  /// Nothing is looked at before somebody asks, so ask as often as it is of interest.
  std::optional<Event> poll_event();

  /// EngineOptions::together: all devices that were opened begin now. Waits until the tick threads run. Those
  /// that are opened later are as any.
  void begin();

  /// One for each tick thread.
  std::vector<TickThreadStatus> status() const;

  /// EngineOptions::manual: does what is due, without waiting: sends, receives, calls what was given to
  /// Device::fill(). By io::monotonic_now().
  /// @return when to call next; kNever while no device is open
  TimePoint drive();

  struct State;
  /// For Device and Devices.
  const std::shared_ptr<State>& state() const noexcept { return state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace idn::client
