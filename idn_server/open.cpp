// SPDX-License-Identifier: MIT
#include "idn_server/open.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"

namespace idn::server {

std::string unit_not_found_text(const std::string& name, const Endpoint& local, const std::string& problem) {
  return fmt::format(
      "\"{}\" on {} may not be found by searches: {}; give senders its address, or receive on every interface",
      name, to_string(local), problem);
}

std::unique_ptr<Recorder> open_recorder(const RecordingOptions& options, const std::string& option) try {
  return options.path.empty() ? nullptr : std::make_unique<Recorder>(options);
} catch (const std::system_error& error) {
  throw cli::Failure(cli::kEnvironment, fmt::format("cannot write {}: {}; choose another file with {}",
                                                    options.path, error.code().message(), option));
}

}  // namespace idn::server
