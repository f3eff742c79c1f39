// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/client/device.hpp"
#include "plugins/common/output.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// Reports latency and problems of a controller through the services of its host. Threads: one at a time.
class HostReports {
 public:
  HostReports(const libera_host_services_t& services, void* context) noexcept
      : services_(services), context_(context) {}

  /// To be called often. Reports the latency every 100 ms; once a second, reports a problem that is new.
  /// @param device null: missing
  void report(const Output& output, const client::Device* device, TimePoint now);

 private:
  void report_latency(const client::Device& device) const;
  void report_problem(const Output& output);

  const libera_host_services_t services_;
  void* const context_;
  TimePoint next_latency_{};
  TimePoint next_problem_{};
  std::string problem_;  ///< as reported last
};

}  // namespace idn::plugins::libera
