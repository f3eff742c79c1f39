// SPDX-License-Identifier: MIT
#include "client/open_engines.hpp"

#include <cstddef>
#include <new>

#include "client/engine_state.hpp"
#include "client/process_end.hpp"
#include "idn/io/now.hpp"

namespace idn::client {
namespace {

/// Three ticks of the longest datagrams, and some. Not for ever: a signal handler may have called exit() on the
/// very thread that is to send, or on one that holds a lock.
constexpr auto kLongestEnding = std::chrono::milliseconds(500);

}  // namespace

/// The list outlives the end where engines do. It lies in the library itself, of which nothing is left when it
/// is unloaded.
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
  const TimePoint until = io::monotonic_now() + kLongestEnding;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  for (const auto& known : engines_)
    if (const auto engine = known.lock()) engine->end_streams(until);
  engines_.clear();
  engines_.shrink_to_fit();
}

void OpenEngines::close_abandoned() noexcept {
  const TimePoint until = io::monotonic_now() + kLongestEnding;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  for (const auto& known : engines_)
    if (const auto engine = known.lock()) engine->close_abandoned(until);
}

}  // namespace idn::client
