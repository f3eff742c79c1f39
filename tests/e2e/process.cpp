// SPDX-License-Identifier: MIT
#include "e2e/process.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace idn::test {

bool eventually(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + kTestTimeout;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

bool Process::is_running() {
  if (!code_) code_ = ended();
  return !code_;
}

int Process::wait() {
  if (!eventually([this] { return !is_running(); }))
    throw std::runtime_error("a process did not end: " + errors());
  return *code_;
}

std::string Process::read(const std::string& name) const {
  std::ifstream file(folder_ / name);  // as text, since line ends differ between systems
  return {std::istreambuf_iterator<char>(file), {}};
}

Finished run(const std::vector<std::string>& command, const Streams& streams) {
  Process process(command, streams);
  const int code = process.wait();
  return {code, process.output(), process.errors()};
}

}  // namespace idn::test
