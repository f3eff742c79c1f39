// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "idn/bytes.hpp"
#include "idn/system_error.hpp"

namespace idn::io::platform {

/// Gives memory to processes that ask for it by name: to one at a time, new memory to each, while others wait.
/// What is given can neither shrink nor grow, so that whoever reads it here never reads beyond its end.
class SharedMemoryServer {
 public:
  /// All of it is called on a thread of the server.
  struct Host {
    std::function<void(std::span<std::byte>)>
        publish;                              ///< somebody comes, and gets this memory when it returns
    std::function<bool()> may_stay;           ///< asked ten times a second; false: that one is sent away
    std::function<void()> unpublish;          ///< that one has gone: at once, and without waiting for anything
    std::function<void()> wait_until_unused;  ///< behind unpublish(); the memory goes when it returns
  };

  /// `octets` of memory, on a boundary of 64 at least. `realtime`: who goes is noticed ahead of what ordinary
  /// threads do, where the system grants that.
  static SystemResult<std::unique_ptr<SharedMemoryServer>> open(const std::string& name, std::size_t octets,
                                                                bool realtime, Host host);
  /// Waits for the last call of the host.
  ~SharedMemoryServer();
  SharedMemoryServer(const SharedMemoryServer&) = delete;
  SharedMemoryServer& operator=(const SharedMemoryServer&) = delete;

 private:
  struct State;
  explicit SharedMemoryServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
