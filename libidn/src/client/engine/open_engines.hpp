// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "idn/client/engine.hpp"

namespace idn::client {

/// The engines of this process. exit() does not destroy objects on the stack or the heap; so, when static
/// objects are destroyed, all devices that still stream are blanked and closed, as by the destructors of the
/// engines. On Windows only those whose tick thread was between two ticks when the process ended it. Threads:
/// any.
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
