// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/client/device.hpp"
#include "plugins/common/output.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// Reports of a controller to its host that the host did not ask for. Threads: one at a time.
class HostReports {
 public:
  HostReports(const libera_host_services_t& services, void* context) noexcept
      : services_(services), context_(context) {}

  /// What is due: the latency ten times a second, a problem when it is new, looked for once a second.
  /// @param device nothing: missing
  void report(const Output& output, const client::Device* device, TimePoint now);

 private:
  void report_latency(const client::Device& device) const;
  void report_problem(const Output& output);

  const libera_host_services_t services_;
  void* const context_;
  TimePoint next_latency_{};
  TimePoint next_problem_{};
  std::string problem_;  ///< that the host knows
};

}  // namespace idn::plugins::libera
