// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "e2e/server_process.hpp"
#include "idn/time.hpp"
#include "load/report.hpp"
#include "support/temporary_folder.hpp"

namespace idn::load {

using Json = test::ServerProcess::Json;

/// A real idn_server on a free port of loopback, and what the operating system tells of its process.
class ServerUnderLoad : public test::ServerProcess {
 public:
  /// @param unit what its configuration file says beyond name, address and port
  explicit ServerUnderLoad(const std::string& unit) : ServerUnderLoad(test::TemporaryFolder(), unit) {}

  std::size_t resident_kib() const;
  /// Of one processor, since the start.
  Duration cpu_time() const;

  /// Ends the server; its summary.
  Json finish();
  /// Lines on both outputs together.
  std::size_t lines() const;

 private:
  /// The server has read the file in the folder when it listens.
  ServerUnderLoad(const test::TemporaryFolder& folder, const std::string& unit);
};

/// Memory at two moments of a load: what a receiver holds follows from its limits, not from how long it runs.
class MemoryWatch {
 public:
  /// @param duration of the load; below 20 s there is nothing to compare
  explicit MemoryWatch(Duration duration) noexcept : judged_(duration >= std::chrono::seconds(20)) {}

  static constexpr Duration kWarmUp = std::chrono::seconds(10);

  /// To be called again and again.
  void look(const ServerUnderLoad& server, Duration elapsed);
  void tell(const ServerUnderLoad& server, Report& report) const;

 private:
  bool judged_;
  std::size_t early_kib_ = 0;
};

/// "12.3 %" of one processor.
std::string share_of_processor(Duration used, Duration elapsed);

}  // namespace idn::load
