// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "client/engine/tick_thread.hpp"
#include "idn/client/devices.hpp"
#include "io/send/shared_socket.hpp"

namespace idn::client {

/// The link of a device to its receiver.
struct Connection {
  io::Transport* transport = nullptr;
  /// The same object, if the device can switch to another address; else null.
  io::RetargetableTransport* retargetable = nullptr;
  Endpoint local{};                                ///< source address and port
  std::unique_ptr<io::SharedSocket> own_socket{};  ///< null if the device uses a socket of its tick thread
  TickThread* thread = nullptr;                    ///< that thread; else null
};

/// Connects by a socket of its own. `name`: of the receiver, for messages.
Expected<Connection> connect(const std::string& name, const Endpoint& receiver, const EngineOptions& options);
/// Connects by the sockets of `thread`, whose streams have not begun.
Expected<Connection> connect(const std::string& name, const Location& place, bool kernel_pacing,
                             TickThread& thread);

}  // namespace idn::client
