// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idn/client/status.hpp"
#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/io/send/send_log.hpp"
#include "idn/result.hpp"
#include "idn/time.hpp"

namespace idn::client {

/// What has happened.
enum class EventKind : std::uint8_t {
  Link,             ///< the link state has changed to Event::link
  Reconnected,      ///< the receiver lost the stream, which was started again
  Moved,            ///< the unit was found at a new address, Event::remote, and the stream now goes there
  HoldExpired,      ///< no call of the application for the hold time: dark
  Limited,          ///< samples exceeded Event::limit; at most once per second for each limit
  LimitsTightened,  ///< the administrator's file has stricter limits than the options of the device
  Fault,            ///< Event::fault occurred outside of any call
  UnitFound,        ///< a search has found this unit, at Event::remote
  UnitGone,         ///< searches no longer find this unit
  ScannerLoad,      ///< the load reached 0.7, see docs/output.md; reported again once it was below 0.6
  UnitChanged,      ///< a unit has another name, other services or another address, Event::remote, than before
};

/// "link", "reconnected" ...
IDN_EXPORT std::string_view to_string(EventKind kind) noexcept;

/// An output limit; each has a counter in OutputCounts.
enum class Limit : std::uint8_t {
  Picture,       ///< outside of the largest picture
  Speed,         ///< further from the last sample than allowed
  Acceleration,  ///< changed the speed more than allowed
  Zones,         ///< brighter than the zone allows
  Allowed,       ///< lit outside of the allowed zones
  Brightness,    ///< brighter than allowed everywhere
  Dwell,         ///< resting longer than allowed
};
inline constexpr std::size_t kLimits = 7;  ///< number of enumerators of Limit

/// "picture size", "speed" ...
IDN_EXPORT std::string_view to_string(Limit limit) noexcept;

/// A change of a device, or in the network. Events are the differences between two polls of the state: a state
/// that comes and goes in between is not reported, but occurrences that are counted are.
struct Event {
  EventKind kind{};      ///< decides which of the other members have a meaning
  std::string target{};  ///< Device::target(); UnitFound, UnitGone, UnitChanged: the unit, as open() accepts it
  TimePoint noticed{};   ///< time of the poll, by io::monotonic_now()
  LinkState link{};      ///< of the device; Closed: its last event
  Endpoint remote{};     ///< where the datagrams of the device go, or where the unit answers
  Limit limit{};         ///< of Limited
  /// Limited: number of samples; Reconnected, Moved, HoldExpired, Fault: number of occurrences; both since the
  /// previous event of this kind. ScannerLoad: the load in per cent.
  std::uint64_t count = 0;
  std::optional<Error> fault = std::nullopt;  ///< of Fault: the latest one
};

/// One line for people: "Left: playing", "Left: moved to 10.0.0.12:7255" ...
IDN_EXPORT std::string to_string(const Event& event);

/// A static object whose destructor calls a function: at exit(), at a return from main, or when the library is
/// unloaded. Not in a forked child, which has none of the threads. On Windows, where all other threads have
/// ended by then, it calls another function instead. Threads: that which ends the process. Real-time: no.
class IDN_EXPORT ProcessEnd {
 public:
  /// @param at_end called while other threads may run
  /// @param without_threads called, unless null, after the process has ended all other threads at any point of
  /// their code, even while they held a lock; to wait for that lock ends the process
  explicit ProcessEnd(void (*at_end)() noexcept, void (*without_threads)() noexcept = nullptr) noexcept;
  ~ProcessEnd();
  ProcessEnd(const ProcessEnd&) = delete;
  ProcessEnd& operator=(const ProcessEnd&) = delete;

 private:
  void (*const at_end_)() noexcept;
  void (*const without_threads_)() noexcept;
  const long process_;
};

/// What most applications leave as it is: for measurements, and for computers that do nothing else.
struct ExpertOptions {
  /// With `kernel_pacing`: how long before its departure time a datagram is handed to the kernel. Longer than
  /// the usual scheduling latency, shorter than receivers' buffers.
  static constexpr Duration kKernelLead{std::chrono::milliseconds(2)};

  double cpu_budget = io::kUsualCpuBudget;  ///< WaitMode::Auto: share of a core to spin for, 0.01 to 0.9
  /// With EngineOptions::realtime: locks all memory of the process, see io::RealtimeOptions.
  bool lock_memory = false;
  /// With EngineOptions::realtime: the processor to which each tick thread is pinned, in turn; empty: none, but
  /// with a standby thread each of the two has half of the processors.
  std::vector<unsigned> processors{};
  /// The kernel holds each datagram until its departure time (SO_TXTIME); requires the queue discipline fq or
  /// etf at the interface (Linux), else opening a device fails with BadOption. Datagrams that the kernel holds
  /// can no longer be blanked.
  bool kernel_pacing = false;
  /// Records what happened to each datagram, see io::StreamSocketOptions::log. With one device per engine.
  std::shared_ptr<io::SendLog> send_log{};
  /// Called on a tick thread when its last device has ended. Must not throw, nor close devices.
  std::function<void()> on_idle{};
};

/// Options of an Engine; everything has a default.
struct EngineOptions {
  unsigned threads = 1;  ///< tick threads that share the devices, 1 to 64
  /// How the tick threads wait for their deadlines. With Auto each has a standby thread on other processors,
  /// which serves the wake-ups for which the tick thread is late; each of the two gets half of the budget.
  /// Without `realtime`, with one processor, on battery, and where threads cannot be bound to processors
  /// (macOS), Auto is Hybrid; with ExpertOptions::kernel_pacing it is Sleep.
  io::WaitMode wait = io::WaitMode::Auto;
  bool realtime = true;  ///< requests real-time priority, fine timers and no deep sleep of processors
  /// The engine has no threads: the application calls drive(). Devices of this engine are opened by address
  /// or host name only, and do not follow a unit that moves.
  bool manual = false;
  /// Called for every event, in order, within about 20 ms: on a helper thread of the engine or, with `manual`,
  /// within drive(). Must not destroy the engine. From within it Device::close() and stop() fail with
  /// Errc::InCallback. If it throws, it is not called again, see Engine::fault().
  std::function<void(const Event& event)> on_event{};
  ExpertOptions expert{};  ///< what most applications leave as it is
};

/// A tick thread: what the system granted it, and what it has used.
struct TickThreadStatus {
  /// What EngineOptions::wait came to, of Auto a `grants` tells why; not set with EngineOptions::manual.
  io::WaitMode wait{};
  Duration guard{0};              ///< how long before each deadline it spins; updated when its last device ends
  std::vector<io::Grant> grants;  ///< empty without EngineOptions::realtime
  bool stepped_down = false;      ///< gave up real-time priority because it was overloaded
  std::size_t devices = 0;        ///< that it serves now
  Duration processor_time{0};     ///< processor time used; updated when its last device ends
  /// WaitMode::Auto: wake-ups that the standby thread served, as the other one was late. No value: there is
  /// none.
  std::optional<std::uint64_t> standby_wake_ups{};
  Duration active_time{0};  ///< time during which it had devices; updated when the last one ends
};

/// The tick threads, which send the streams of devices on time, and their sockets. One engine is enough for an
/// application; devices can be opened and closed while others stream.
///
/// If the process ends by exit() or by a return from main, devices that are still open are blanked and closed.
/// A child of fork() has copies that do nothing: its devices are closed, and what the parent plays goes on.
/// On Windows only if the library is part of a DLL, which is notified after the other threads have ended, and
/// not the devices of a thread that ended in the middle of a tick. After any other end, as by a signal or an
/// uncaught exception, sending just stops: receivers are dark when their buffer is empty, and close after
/// their link time-out.
/// Threads: any; drive() by one at a time. Real-time: no (heap, locks); sending on its own threads: yes (no
/// heap, lock, log).
class IDN_EXPORT Engine {
 public:
  /// Starts the tick threads, which sleep until there is a device. EngineOptions::threads is clamped to its
  /// range.
  explicit Engine(const EngineOptions& options = {});
  /// Blanks all devices with their next tick and closes them; EngineOptions::on_event gets those events too.
  ~Engine();
  Engine(Engine&& other) noexcept;
  Engine& operator=(Engine&& other) noexcept;

  /// The next event of the devices of this engine, or of the units that its Devices find; no value if there is
  /// none, or if EngineOptions::on_event is set. Changes are only detected by this call, which compares the
  /// current states with those seen before: call it regularly. At most 4096 events are queued; then the oldest
  /// are dropped.
  std::optional<Event> poll_event();

  /// What EngineOptions::on_event has thrown: events are polled by poll_event() from then on.
  std::optional<Error> fault() const;

  /// One entry for each tick thread. Waits until all of them run.
  std::vector<TickThreadStatus> status() const;

  /// EngineOptions::manual: does what is due by io::monotonic_now(), without waiting: sends, receives, calls
  /// the callbacks of Device::fill() and EngineOptions::on_event.
  /// @return when to call next; kNever while no device is open, and without EngineOptions::manual
  TimePoint drive();

  struct State;
  /// Internal, for Device and Devices.
  const std::shared_ptr<State>& state() const noexcept { return state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace idn::client
