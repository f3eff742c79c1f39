// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "idn/client/engine.hpp"

namespace idn::client {

/// How a tick thread waits, and on which processors it runs.
struct Placement {
  io::WaitMode wait{};              ///< WaitMode::Auto only with a standby thread
  std::vector<unsigned> own{};      ///< processors of the tick thread; empty: any
  std::vector<unsigned> standby{};  ///< of its standby thread
  /// With EngineOptions::realtime and WaitMode::Auto: whether there is a standby thread, else why not.
  std::optional<io::Grant> standby_grant{};
};

/// The rules of EngineOptions::wait.
/// @param index of the tick thread in its engine
/// @param usable io::usable_processors()
Placement place(const EngineOptions& options, std::size_t index, std::span<const unsigned> usable,
                bool is_on_battery);

}  // namespace idn::client
