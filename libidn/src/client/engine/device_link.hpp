// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "idn/client/engine.hpp"
#include "idn/result.hpp"
#include "io/send/stream_socket.hpp"

namespace idn::client {

/// The link of a device to its receiver.
struct DeviceLink {
  std::unique_ptr<io::StreamSocket> socket{};
  std::optional<io::KernelPacing> pacing{};  ///< with ExpertOptions::kernel_pacing
};

/// Connects by a socket of its own, in the group of its engine. `name`: of the receiver, for messages; `dscp`:
/// see DatagramOptions.
Result<DeviceLink> connect(const std::string& name, const Endpoint& receiver, std::uint8_t dscp,
                           const ExpertOptions& options, std::shared_ptr<io::SocketGroup> group);

}  // namespace idn::client
