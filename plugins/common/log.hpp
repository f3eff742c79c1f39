// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <string>

namespace idn::plugins {

/// Log file of a plug-in, one line per event; a plug-in must not write to the standard output of its host.
/// Lines that cannot be written are dropped. Threads: any. Real-time: no.
class Log {
 public:
  /// A file larger than this, in octets, is renamed to "FILE.old" when a log is opened.
  static constexpr std::size_t kLargest = 1 << 20;

  /// @param file its folder is created if missing; empty: nothing is written
  /// @param name in each line, after the time
  Log(std::string file, std::string name);

  void write(const std::string& text) noexcept;

 private:
  std::mutex mutex_;
  const std::string file_;
  const std::string name_;
};

}  // namespace idn::plugins
