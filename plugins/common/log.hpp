// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <string>

namespace idn::plugins {

/// One line for each happening, for whoever wants to know what a plug-in does within somebody else's program:
/// never to its standard output. What cannot be written is dropped. Threads: any, but none of real time.
class Log {
 public:
  /// Beyond this size the file is put aside, as "FILE.old", when a log begins.
  static constexpr std::size_t kLargest = 1 << 20;

  /// @param file makes its folder where that is missing; empty: nothing is written
  /// @param who begins each line, behind the time
  Log(std::string file, std::string who);

  void write(const std::string& text) noexcept;

 private:
  std::mutex mutex_;
  const std::string file_;
  const std::string who_;
};

}  // namespace idn::plugins
