// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "e2e/process.hpp"

namespace idn::test {

/// idn_server with --json, and a temporary folder for its unit IDs.
class ServerProcess {
 public:
  using Json = nlohmann::json;

  /// Waits until it listens; throws if it does not.
  explicit ServerProcess(std::vector<std::string> options);

  /// Every event of this name so far.
  std::vector<Json> events(const std::string& name) const;
  /// "127.0.0.1:PORT" of a unit.
  std::string target(std::size_t unit = 0) const;
  std::string port(std::size_t unit = 0) const;
  const Process& process() const noexcept { return process_; }

  struct End {
    int code;
    Json summary;
  };
  /// Ends it with SIGINT. Throws if it prints no summary.
  End finish();

 private:
  std::vector<std::string> command(std::vector<std::string> options) const;

  TemporaryFolder folder_;
  Process process_;
};

}  // namespace idn::test
