// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"
#include "support/test_timeout.hpp"

namespace idn::test {

/// Calls `condition` until it is true or kTestTimeout has passed. @return whether it became true
bool eventually(const std::function<bool()>& condition);

/// Descriptors of the standard streams of a child process.
struct Streams {
  std::optional<int> in{};   ///< default: the null device
  std::optional<int> out{};  ///< default: a file that output() reads
  std::optional<int> err{};  ///< default: a file that errors() reads
};

/// A child process. Killed by the destructor if it still runs.
class Process {
 public:
  explicit Process(const std::vector<std::string>& command, const Streams& streams = {});
  ~Process();
  Process(const Process&) = delete;

  /// As Ctrl-C: SIGINT, or CTRL_C_EVENT on Windows.
  void interrupt() const;
  /// As SIGKILL: ends it at once.
  void kill() const;
#ifndef _WIN32
  void signal(int number) const;
#endif
  /// Waits for its end; throws after kTestTimeout. @return the exit code, or 128 + n after signal n
  int wait();
  bool is_running();
  std::string output() const { return read("out"); }
  std::string errors() const { return read("err"); }
  /// The process ID.
  long id() const;

 private:
  struct Handle;

  /// The exit code; nothing while the process runs.
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

/// Runs a command to its end.
Finished run(const std::vector<std::string>& command, const Streams& streams = {});

}  // namespace idn::test
