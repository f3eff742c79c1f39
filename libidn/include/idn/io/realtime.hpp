// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace idn::io {

/// What the operating system granted, in words for people.
struct Grant {
  std::string what;      ///< "real-time priority", "processor", "memory lock", "timer slack", "CPU latency"
  bool granted = false;  ///< else `detail` says why not
  std::string detail;    ///< the value in force, or why not and what would help
};

/// A receiver gives way to the senders of the same machine: for them, late is too late.
enum class RealtimeRole : std::uint8_t {
  Sender,    ///< sends on time
  Receiver,  ///< takes what comes
};

/// What to ask the operating system for.
struct RealtimeOptions {
  /// False leaves the scheduling class alone: a thread that never sleeps would be throttled by it.
  bool priority = true;
  RealtimeRole role = RealtimeRole::Sender;  ///< of the calling thread
  /// Keeps every page of the whole process in memory, those that it will map later included, until the last
  /// scope that asked for it ends: for programs of our own. A host that loads a library did not agree to that,
  /// and beyond its "ulimit -l" its later allocations fail.
  bool lock_memory = false;
  /// The only one to run on, of usable_processors(); else any.
  std::optional<unsigned> processor{};
  /// Timers as fine as the system has them, instead of ones that may end up to 50 us later.
  bool fine_timers = true;
  /// Keeps all processors of the machine out of states from which they wake up late.
  bool awake_processors = true;
};

/// The processors that this process may run on, as the system numbers them. Empty where threads cannot be bound
/// to one.
std::vector<unsigned> usable_processors();

/// Best effort to keep the calling thread on time while this object lives: real-time priority, the finest
/// timers, processors that do not doze off and, only where it is asked for, memory that is not swapped out.
/// Nothing here fails; grants() tells what worked.
/// Undone by the destructor. Threads: the one that constructs it, to its end. Real-time: yield_priority() (no
/// heap, lock, log).
class RealtimeScope {
 public:
  /// Asks for it, for the calling thread; never fails.
  explicit RealtimeScope(const RealtimeOptions& options = {});
  ~RealtimeScope();
  RealtimeScope(const RealtimeScope&) = delete;
  RealtimeScope& operator=(const RealtimeScope&) = delete;

  /// What came of each; valid as long as this.
  const std::vector<Grant>& grants() const noexcept { return grants_; }
  /// Gives the priority back ahead of the rest: a real-time thread that leaves too little of its core to others
  /// is suspended by the kernel for longer than any ordinary thread.
  void yield_priority() noexcept;

 private:
  std::vector<Grant> grants_;
  struct Saved;
  std::unique_ptr<Saved> saved_;
};

}  // namespace idn::io
