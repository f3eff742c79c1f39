// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "client/tick_thread.hpp"
#include "idn/client/devices.hpp"
#include "idn/io/shared_socket.hpp"

namespace idn::client {

/// A device's way to its receiver.
struct Connection {
  io::Transport* transport = nullptr;
  /// The same, where the device can go over to another address.
  io::RetargetableTransport* retargetable = nullptr;
  Endpoint local{};
  std::unique_ptr<io::SharedSocket> own_socket{};  ///< empty where its tick thread has the socket
  TickThread* thread = nullptr;                    ///< that it belongs to then
};

/// By a socket of its own. `name` is what messages call the receiver.
Expected<Connection> connect(const std::string& name, const Endpoint& receiver, const EngineOptions& options);
/// By the sockets of `thread`, before that begins.
Expected<Connection> connect(const std::string& name, const Location& place, bool kernel_pacing,
                             TickThread& thread);

}  // namespace idn::client
