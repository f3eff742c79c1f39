// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "idn/client/engine.hpp"

namespace idn::client {

/// The engines of this process. exit() destroys nothing that lies on a stack or in memory that was allocated,
/// so where static objects are destroyed all that still stream are closed, dark, as by their destructors; on
/// Windows those that were between two ticks when the process ended their threads.
/// Threads: any.
class OpenEngines {
 public:
  static OpenEngines& all();

  void add(const std::shared_ptr<Engine::State>& engine);

 private:
  void close_all() noexcept;
  void close_abandoned() noexcept;

  std::mutex mutex_;
  std::vector<std::weak_ptr<Engine::State>> engines_;
};

}  // namespace idn::client
