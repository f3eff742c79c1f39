// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <system_error>

#include "sender/doctor/machine_files.hpp"
#include "sender/doctor/suspect.hpp"

namespace idn::sender::doctor {

/// Changes settings of the kernel. A separate process restores the old values when this object is destroyed or
/// this program ends in any way, SIGKILL and crashes included; it reports on standard error what it cannot
/// restore. Threads: one.
class SettingsRestorer {
 public:
  /// Starts the process, so construct it before any thread. Throws cli::Failure if that fails.
  explicit SettingsRestorer(const MachineFiles& files);
  /// Restores everything, and waits for that.
  ~SettingsRestorer();
  SettingsRestorer(const SettingsRestorer&) = delete;
  SettingsRestorer& operator=(const SettingsRestorer&) = delete;

  /// Writes one setting; the value before the first change is the one that is restored.
  std::error_code set(const Setting& setting);

 private:
  bool save_original(const std::string& file);

  const MachineFiles& files_;
  pid_t process_ = -1;
  std::set<std::string> saved_;
  int pipe_ = -1;  ///< its end tells the process that this program has ended
};

}  // namespace idn::sender::doctor
