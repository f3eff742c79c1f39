// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "e2e/server_process.hpp"
#include "idn/time.hpp"
#include "load/report.hpp"
#include "support/temporary_folder.hpp"

namespace idn::load {

using Json = test::ServerProcess::Json;

/// idn_server on a free port of loopback, with memory and CPU time of its process.
class ServerUnderLoad : public test::ServerProcess {
 public:
  /// @param unit lines of its configuration file after name, address and port
  explicit ServerUnderLoad(const std::string& unit) : ServerUnderLoad(test::TemporaryFolder(), unit) {}

  /// RSS in KiB.
  std::size_t resident_kib() const;
  /// CPU time since its start.
  Duration cpu_time() const;

  /// Ends the server. @return its summary
  Json finish();
  /// Number of lines on standard output and standard error.
  std::size_t lines() const;

 private:
  /// `folder` may be removed afterwards: the server has read its configuration when it listens.
  ServerUnderLoad(const test::TemporaryFolder& folder, const std::string& unit);
};

/// Compares the server's memory after 10 s of load with that at the end: it must not grow with time, since all
/// resources are limited.
class MemoryWatch {
 public:
  /// @param duration of the load; if it is below 20 s, nothing is compared
  explicit MemoryWatch(Duration duration) noexcept : judged_(duration >= std::chrono::seconds(20)) {}

  static constexpr Duration kWarmUp = std::chrono::seconds(10);

  /// Call repeatedly during the load.
  void look(const ServerUnderLoad& server, Duration elapsed);
  void tell(const ServerUnderLoad& server, Report& report) const;

 private:
  bool judged_;
  std::size_t early_kib_ = 0;
};

/// "12.3 %" of one processor.
std::string share_of_processor(Duration used, Duration elapsed);

}  // namespace idn::load
