// SPDX-License-Identifier: MIT
#include "plugins/libera/host_reports.hpp"

#include <utility>

namespace idn::plugins::libera {

using namespace std::chrono_literals;

void HostReports::report(const Output& output, const client::Device* device, TimePoint now) {
  if (device != nullptr && now >= next_latency_) {
    next_latency_ = now + 100ms;
    report_latency(*device);
  }
  if (now >= next_problem_) {
    next_problem_ = now + 1s;
    report_problem(output);
  }
}

/// From the call to the light: the queue, plus the latency of the receiver if it reports one.
void HostReports::report_latency(const client::Device& device) const {
  if (services_.record_latency == nullptr) return;
  const auto status = device.status();
  const Duration latency = status.buffered + status.receiver_latency;
  services_.record_latency(context_, static_cast<std::uint64_t>(latency.count()));
}

void HostReports::report_problem(const Output& output) {
  std::string problem = output.problem();
  if (problem == problem_) return;
  problem_ = std::move(problem);
  if (problem_.empty() || services_.report_error == nullptr) return;
  services_.report_error(context_, "idn.output", (output.name() + ": " + problem_).c_str());
}

}  // namespace idn::plugins::libera
