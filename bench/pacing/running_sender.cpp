// SPDX-License-Identifier: MIT
#include "bench/pacing/running_sender.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace idn::bench {

RunningSender::RunningSender(const Words& command, const MeasuringUnit& unit) : process_(command) {
  test::eventually([&] { return unit.has_samples() || !process_.is_running(); });
  if (!unit.has_samples()) refuse("it sent no samples");
}

std::string RunningSender::finish() {
  if (const int code = process_.wait(); code != 0) refuse(fmt::format("exit code {}", code));
  return process_.output();
}

void RunningSender::refuse(const std::string& what) const {
  const std::string errors = process_.errors();
  const std::string first_line = errors.substr(0, errors.find('\n'));
  throw std::runtime_error(first_line.empty() ? what : fmt::format("{}: {}", what, first_line));
}

}  // namespace idn::bench
