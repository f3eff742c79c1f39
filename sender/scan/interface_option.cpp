// SPDX-License-Identifier: MIT
#include "sender/scan/interface_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "cli/failure.hpp"
#include "idn/io/find/network.hpp"

namespace idn::sender {
namespace {

void check(const std::string& wanted) {
  std::set<std::string> names;
  if (const auto survey = io::survey_interfaces()) {
    for (const auto& network : survey->usable) names.insert(network.name);
    for (const auto& problem : survey->problems) names.insert(problem.name);
  }
  if (!names.contains(wanted))
    throw cli::Failure(cli::kEnvironment, fmt::format("--interface {}: does not exist; choose from {}", wanted,
                                                      fmt::join(names, ", ")));
}

}  // namespace

void add_interface_option(const cli::CommandLine& command, std::vector<std::string>& interfaces) {
  command
      .add_repeatable(
          "--interface,-i",
          [&interfaces](const std::string& name) {
            check(name);
            interfaces.push_back(name);
          },
          "search for units on this network only; repeatable")
      .type_name("NAME");
}

}  // namespace idn::sender
