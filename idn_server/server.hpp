// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "cli/end_signals.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn_server/identity_store.hpp"
#include "idn_server/metrics/metrics_server.hpp"
#include "idn_server/options.hpp"
#include "idn_server/report/event_rate_limiter.hpp"
#include "idn_server/report/reporter.hpp"
#include "idn_server/unit.hpp"

namespace idn::server {

/// One thread that serves all units, the recording and the reports; signals and scrapes have theirs.
class Server {
 public:
  /// `reporter` outlives the server.
  /// @throws cli::Failure if a port or the file cannot be opened
  Server(const Options& options, Reporter& reporter);

  /// Runs until a signal, the end of the duration, or stop().
  /// @return the exit code
  int run();
  /// Threads: any.
  void stop() { loop_.stop(); }

  /// Address and port of a unit; the port is the one that the system chose for 0.
  Endpoint local(std::size_t unit = 0) const { return units_.at(unit)->facts().local; }

 private:
  void add_unit(const UnitOptions& options, std::unique_ptr<io::UnitSocket> socket);
  wire::UnitId identify(const UnitOptions& options, const Endpoint& local);
  /// Called each second from `at` on.
  void report_at(TimePoint at);
  void report_second();
  void check_recording();
  ServerFacts facts() const;

  Options options_;
  io::UnitLoop loop_;
  cli::EndSignals signals_{[this] { stop(); }};
  IdentityStore identities_;
  std::unique_ptr<cli::Recorder> recorder_;
  cli::SkewMeter skew_;  ///< of what the units show
  Reporter& reporter_;
  EventRateLimiter limiter_;
  std::vector<std::unique_ptr<Unit>> units_;
  std::vector<const StreamTable*> streams_;  ///< one for each unit
  std::unique_ptr<MetricsServer> metrics_;
  TimePoint started_;
  bool fault_reported_ = false;
};

}  // namespace idn::server
