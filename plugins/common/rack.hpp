// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "idn/client/devices.hpp"
#include "plugins/common/log.hpp"
#include "plugins/common/output.hpp"
#include "plugins/common/platform/module.hpp"
#include "plugins/common/settings.hpp"

namespace idn::plugins {

/// What a plug-in plays by: engine, search, and the outputs in the order in which hosts count them. There is
/// one for each module, made at the first call of the host and never when it is loaded; it lasts until the last
/// reference to it is gone. While it does, the module stays in memory, whatever the host does to it.
///
/// A host that ends without a word gets: by exit() or a return from main, dark and closed (see client::Engine
/// for Windows); unloading, or no more calls, dark after the hold time.
/// Threads: any.
class Rack {
 public:
  /// The one of this module. A rack that just ends is waited for.
  /// @param plugin what the log calls it: "helios"; that of who comes first counts, as does `arming`
  static std::shared_ptr<Rack> shared(const std::string& plugin, Arming arming = Arming::BySettings);

  /// One of its own, for programs and tests. `settings` as from load_settings().
  Rack(const std::string& plugin, tl::expected<Settings, std::string> settings, Arming arming);
  /// All outputs are dark with their next tick, then closed; waits for that.
  ~Rack();
  Rack(const Rack&) = delete;
  Rack& operator=(const Rack&) = delete;

  /// What there is: the devices of the settings, or those that a search has found by now and keeps finding.
  /// Outputs that are known keep their place; new ones come behind them. Opens none. The first call waits for
  /// the search, about half a second.
  /// @return how many outputs there are
  std::size_t scan();
  std::size_t size() const;
  /// By its place, from 0; nothing beyond. As long as the rack.
  Output* at(std::size_t index) const;
  /// What is wrong with the settings, in one line; there are no outputs then. Empty: nothing.
  const std::string& problem() const noexcept { return problem_; }

  const Settings& settings() const noexcept { return settings_; }
  Log& log() noexcept { return log_; }

 private:
  void add(WantedOutput wanted);
  void add_found();
  std::vector<Output*> all() const;
  void on_event(const client::Event& event);

  const platform::ModuleReference module_;  ///< the last to go
  const Settings settings_;
  const std::string problem_;
  const Arming arming_;
  Log log_;

  std::mutex events_;  ///< one event at a time, none behind the beginning of the end
  bool ends_ = false;
  std::atomic<bool> reported_none_{false};  ///< that no projector was found
  std::set<std::string> limited_;           ///< what was logged once already

  mutable std::mutex mutex_;  ///< of the list; never held for long
  std::vector<std::unique_ptr<Output>> outputs_;

  client::Engine engine_;  ///< calls on_event()
  client::Devices devices_;
};

}  // namespace idn::plugins
