// SPDX-License-Identifier: MIT
#include "client/engine/open_engines.hpp"

#include <cstddef>
#include <new>

#include "client/engine/engine_state.hpp"
#include "idn/client/engine.hpp"
#include "idn/io/now.hpp"

namespace idn::client {
namespace {

/// Three ticks of the longest datagrams, and a margin. Limited, since a signal handler may have called exit()
/// on the tick thread itself, or on a thread that holds a lock.
constexpr auto kLongestClosing = std::chrono::milliseconds(500);

}  // namespace

/// Never destroyed, since engines may outlive static objects; in static memory instead of on the heap, so that
/// nothing is leaked when the library is unloaded.
OpenEngines& OpenEngines::all() {
  alignas(OpenEngines) static std::byte place[sizeof(OpenEngines)];
  static OpenEngines* const engines = new (place) OpenEngines;
  static const ProcessEnd end([]() noexcept { engines->close_all(); },
                              []() noexcept { engines->close_abandoned(); });
  return *engines;
}

void OpenEngines::add(const std::shared_ptr<Engine::State>& engine) {
  const std::lock_guard lock(mutex_);
  std::erase_if(engines_, [](const auto& known) { return known.expired(); });
  engines_.push_back(engine);
}

void OpenEngines::close_all() noexcept {
  const TimePoint until = io::monotonic_now() + kLongestClosing;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  for (const auto& known : engines_)
    if (const auto engine = known.lock()) engine->end_streams(until);
  engines_.clear();
  engines_.shrink_to_fit();
}

void OpenEngines::close_abandoned() noexcept {
  const TimePoint until = io::monotonic_now() + kLongestClosing;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  for (const auto& known : engines_)
    if (const auto engine = known.lock()) engine->close_abandoned(until);
}

}  // namespace idn::client
