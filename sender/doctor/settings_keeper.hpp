// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <system_error>

#include "sender/doctor/machine_files.hpp"
#include "sender/doctor/suspect.hpp"

namespace idn::sender::doctor {

/// Changes files of the kernel, and has a process of its own write back what they held as soon as this object
/// or this program is gone, however it ended: SIGKILL and crashes included. What that process cannot write back
/// it says on standard error. Threads: one.
class SettingsKeeper {
 public:
  /// Starts the process, so ahead of any thread. Throws cli::Failure where it cannot.
  explicit SettingsKeeper(const MachineFiles& files);
  /// Waits until all is as it was.
  ~SettingsKeeper();
  SettingsKeeper(const SettingsKeeper&) = delete;
  SettingsKeeper& operator=(const SettingsKeeper&) = delete;

  /// Writes one, remembering what the file held before the first time.
  std::error_code set(const Setting& setting);

 private:
  bool remember(const std::string& file);

  const MachineFiles& files_;
  pid_t process_ = -1;
  std::set<std::string> remembered_;
  int pipe_ = -1;  ///< its end tells the process that this program has ended
};

}  // namespace idn::sender::doctor
