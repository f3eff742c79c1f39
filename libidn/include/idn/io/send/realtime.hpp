// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "idn/export.hpp"

namespace idn::io {

/// The result of one request for real-time conditions, as text for users.
struct Grant {
  /// "real-time priority", "processor", "standby thread", "memory lock", "timer slack", "CPU latency"
  std::string what;
  bool granted = false;  ///< else `detail` says why not
  std::string detail;    ///< the value in force, or why not and what would help
};

/// Receivers get a lower priority than the senders on the same machine: what arrives is buffered, but a late
/// datagram stays late.
enum class RealtimeRole : std::uint8_t {
  Sender,    ///< sends datagrams on time
  Receiver,  ///< receives datagrams
};

/// What to request from the operating system.
struct RealtimeOptions {
  /// Real-time priority. False for a thread that never sleeps, which the kernel would throttle then.
  bool priority = true;
  RealtimeRole role = RealtimeRole::Sender;  ///< of the calling thread
  /// Keeps every page of the whole process in memory, those that it maps later included, until the last scope
  /// with this option ends. For our own programs only: in the host of a plug-in, later allocations beyond its
  /// "ulimit -l" would fail.
  bool lock_memory = false;
  /// Numbers of the processors to run on, of usable_processors(); empty: any.
  std::vector<unsigned> processors{};
  /// Timers as fine as the system has them, instead of ones that may end up to 50 us later.
  bool fine_timers = true;
  /// Keeps all processors of the machine out of deep idle states, which delay wake-ups.
  bool awake_processors = true;
};

/// The processors that this process may run on, as the system numbers them. Empty where threads cannot be bound
/// to one.
IDN_EXPORT std::vector<unsigned> usable_processors();

/// Best effort to keep the calling thread on time while this object lives: real-time priority, the finest
/// timers, no deep idle states of processors and, only if requested, memory that is not swapped out. Nothing
/// here fails; grants() reports what was granted. Undone by the destructor. Threads: the one that constructs
/// it, to its end. Real-time: yield_priority() (no heap, lock, log).
class IDN_EXPORT RealtimeScope {
 public:
  /// Makes the requests for the calling thread; never fails.
  explicit RealtimeScope(const RealtimeOptions& options = {});
  ~RealtimeScope();
  RealtimeScope(const RealtimeScope&) = delete;
  RealtimeScope& operator=(const RealtimeScope&) = delete;

  /// The result of each request; valid as long as this object.
  const std::vector<Grant>& grants() const noexcept { return grants_; }
  /// Returns to ordinary priority before the rest is undone: the kernel suspends a real-time thread that leaves
  /// too little of its core to others for longer than it would delay an ordinary thread.
  void yield_priority() noexcept;

 private:
  std::vector<Grant> grants_;
  struct Saved;
  std::unique_ptr<Saved> saved_;
};

/// Kernel pacing: the queue discipline of the network interface, where it supports transmission times
/// (tc-fq(8), tc-etf(8)), sends each datagram at its departure time. The sender then runs ahead by a lead that
/// is longer than its scheduling delays, and passes the departure time with each datagram. Below tc-prio(8) or
/// tc-mqprio(8), where other traffic goes past etf, the socket gets the lowest priority that leads there.
struct KernelPacing {
  std::string interface_name;  ///< "eth0"
  std::string discipline;      ///< "fq", which sends late datagrams at once, or "etf", which drops them
};

}  // namespace idn::io
