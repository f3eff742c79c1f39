// SPDX-License-Identifier: MIT
#include "e2e/server_process.hpp"

#include <sstream>
#include <stdexcept>

namespace idn::test {

ServerProcess::ServerProcess(std::vector<std::string> options) : process_(command(std::move(options))) {
  if (!eventually([this] { return !events("start").empty() || !process_.is_running(); }) ||
      !process_.is_running())
    throw std::runtime_error("idn_server does not start: " + process_.errors());
}

std::vector<std::string> ServerProcess::command(std::vector<std::string> options) const {
  options.insert(options.begin(), {IDN_SERVER, "--json", "--state", folder_ / "state"});
  return options;
}

/// An incomplete last line, which is still being written, is ignored.
std::vector<ServerProcess::Json> ServerProcess::events(const std::string& name) const {
  std::vector<Json> found;
  const std::string beginning = "{\"event\":\"" + name + "\"";
  std::istringstream lines(process_.output());
  for (std::string line; std::getline(lines, line) && !lines.eof();)
    if (line.starts_with(beginning)) found.push_back(Json::parse(line));
  return found;
}

std::string ServerProcess::port(std::size_t unit) const {
  return std::to_string(events("start").at(unit)["port"].get<int>());
}

std::string ServerProcess::target(std::size_t unit) const {
  return "127.0.0.1:" + port(unit);
}

ServerProcess::End ServerProcess::finish() {
  process_.interrupt();
  const int code = process_.wait();
  const auto summaries = events("summary");
  if (summaries.size() != 1)
    throw std::runtime_error("idn_server ended without a summary: " + process_.errors());
  return {code, summaries[0]};
}

}  // namespace idn::test
