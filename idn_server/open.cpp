// SPDX-License-Identifier: MIT
#include "idn_server/open.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"

namespace idn::server {

std::unique_ptr<io::UnitSocket> open_socket(io::UnitLoop& loop, const io::UnitSocketOptions& options,
                                            const std::string& place) {
  auto socket = io::UnitSocket::open(loop, options);
  if (socket) return std::move(*socket);
  const auto where = to_string(Endpoint::ipv4(options.address, options.port));
  std::string remedy = "choose another address or port";
  if (socket.error() == std::errc::address_in_use)
    remedy = fmt::format("end the other program, or choose another port {} (0 for a free one)", place);
  if (socket.error() == std::errc::address_not_available)
    remedy = fmt::format("it is not an address of this machine, choose another {}", place);
  if (socket.error() == std::errc::permission_denied)
    remedy = fmt::format("choose a port from 1024 on {}", place);
  throw cli::Failure(cli::kEnvironment,
                     fmt::format("cannot receive on {}: {}; {}", where, socket.error().message(), remedy));
}

std::string unfound_unit(const std::string& name, const Endpoint& local, const std::string& problem) {
  return fmt::format(
      "\"{}\" on {} may not be found by searches: {}; name its address to them, or receive on every interface",
      name, to_string(local), problem);
}

std::unique_ptr<Recorder> open_recorder(const RecordingOptions& options, const std::string& option) try {
  return options.path.empty() ? nullptr : std::make_unique<Recorder>(options);
} catch (const std::system_error& error) {
  throw cli::Failure(cli::kEnvironment, fmt::format("cannot write {}: {}; choose another file with {}",
                                                    options.path, error.code().message(), option));
}

}  // namespace idn::server
