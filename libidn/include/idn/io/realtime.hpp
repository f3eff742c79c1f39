// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace idn::io {

/// What the operating system granted, in words for people.
struct Grant {
  std::string what;  ///< "real-time priority", "memory lock", "timer slack", "CPU latency"
  bool granted = false;
  std::string detail;  ///< the value in force, or why not and what would help
};

/// Best effort to keep the calling thread on time while this object lives: real-time priority, memory that is
/// not swapped out, the finest timers, processors that do not doze off. Nothing here fails; grants() tells what
/// worked. Undone by the destructor, on the same thread.
class RealtimeScope {
 public:
  /// `priority` false leaves the scheduling class alone: a thread that never sleeps would be throttled by it.
  explicit RealtimeScope(bool priority);
  ~RealtimeScope();
  RealtimeScope(const RealtimeScope&) = delete;
  RealtimeScope& operator=(const RealtimeScope&) = delete;

  const std::vector<Grant>& grants() const noexcept { return grants_; }

 private:
  std::vector<Grant> grants_;
  struct Saved;
  std::unique_ptr<Saved> saved_;
};

}  // namespace idn::io
