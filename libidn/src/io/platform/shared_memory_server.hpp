// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "idn/bytes.hpp"
#include "idn/result.hpp"

namespace idn::io::platform {

/// Listens on a Unix socket and passes each process that connects a descriptor of shared memory: to one at a
/// time, new memory to each, while others wait. The memory can neither shrink nor grow (on Linux a sealed
/// memfd), so reading it never faults. On Windows it is one named file mapping.
class SharedMemoryServer {
 public:
  /// Callbacks, on a thread of the server. On Windows there is none: open() calls publish(), the destructor
  /// calls unpublish() and wait_until_unused().
  struct Host {
    std::function<void(std::span<std::byte>)>
        publish;                              ///< a writer has connected; it gets this memory when this returns
    std::function<bool()> may_stay;           ///< called ten times a second; false: disconnects the writer
    std::function<void()> unpublish;          ///< the writer has disconnected: called at once; must not wait
    std::function<void()> wait_until_unused;  ///< after unpublish(); the memory is unmapped when it returns
  };

  /// `octets` of memory, aligned to 64 at least. `realtime`: the thread waits for the end of a writer at
  /// real-time priority, where the system grants that.
  static Result<std::unique_ptr<SharedMemoryServer>> open(const std::string& name, std::size_t octets,
                                                          bool realtime, Host host);
  /// Waits for the last callback.
  ~SharedMemoryServer();
  SharedMemoryServer(const SharedMemoryServer&) = delete;
  SharedMemoryServer& operator=(const SharedMemoryServer&) = delete;

 private:
  struct State;
  explicit SharedMemoryServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
