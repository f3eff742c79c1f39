// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/patience.hpp"
#include "support/temporary_folder.hpp"

namespace idn::test {

/// Calls `condition` until it is true or patience ends; returns whether it became true.
bool eventually(const std::function<bool()>& condition);

/// Descriptors to hand over to a child process.
struct Streams {
  std::optional<int> in{};   ///< else the null device
  std::optional<int> out{};  ///< else a file that output() reads
  std::optional<int> err{};  ///< else a file that errors() reads
};

/// A child process. Killed by the destructor if it still runs.
class Process {
 public:
  explicit Process(const std::vector<std::string>& command, const Streams& streams = {});
  ~Process();
  Process(const Process&) = delete;

  /// What Ctrl-C does.
  void interrupt() const;
  /// Ends it without asking.
  void kill() const;
#ifndef _WIN32
  void signal(int number) const;
#endif
  /// The exit code, or 128 + n for an end by signal n. Throws when patience ends.
  int wait();
  bool is_running();
  std::string output() const { return read("out"); }
  std::string errors() const { return read("err"); }
  /// As the system numbers it.
  long id() const;

 private:
  struct Handle;

  /// The exit code of a process that has ended.
  std::optional<int> ended() const;
  std::string read(const std::string& name) const;

  TemporaryFolder folder_;
  std::unique_ptr<Handle> handle_;
  std::optional<int> code_;
};

struct Finished {
  int code;
  std::string output;
  std::string errors;
};

/// Runs to the end.
Finished run(const std::vector<std::string>& command, const Streams& streams = {});

}  // namespace idn::test
