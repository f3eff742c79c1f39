// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "idn/client/devices.hpp"
#include "plugins/common/log.hpp"
#include "plugins/common/output.hpp"
#include "plugins/common/platform/module.hpp"
#include "venue/venue.hpp"

namespace idn::plugins {

/// Engine, search, and the outputs in the order in which hosts count them. Each module has one, created by the
/// first call of the host (not when the module is loaded) and destroyed with its last reference. Until then the
/// module stays in memory, even if the host unloads it.
///
/// If the host ends without closing its devices: at exit() or a return from main they are blanked and closed
/// (see client::Engine for Windows); if it unloads the module, or makes no more calls, they are dark after the
/// hold time.
/// Threads: any.
class Rack {
 public:
  /// The rack of this module. If the former one is being destroyed, waits for that and creates a new one.
  /// @param plugin name in the log: "helios". Only the first call decides on `plugin` and `arming`.
  static std::shared_ptr<Rack> shared(const std::string& plugin, Arming arming = Arming::BySettings);

  /// A separate rack, for programs and tests. `venue`: as from load_venue().
  Rack(const std::string& plugin, tl::expected<Venue, std::string> venue, Arming arming);
  /// Blanks all outputs with their next tick, closes them, and waits for that.
  ~Rack();
  Rack(const Rack&) = delete;
  Rack& operator=(const Rack&) = delete;

  /// Updates the list of outputs: the projectors of the venue or, if it has none, those that the search has
  /// found by now. Known outputs keep their index; new ones are appended. Opens none. The first call waits for
  /// the search, about half a second.
  /// @return how many outputs there are
  std::size_t scan();
  std::size_t size() const;
  /// The output with that index, or null; it lives as long as the rack.
  Output* at(std::size_t index) const;
  /// Where the search has found the projector of an output; none: not found, or there is no search. The first
  /// call waits for the search, as scan().
  std::optional<Endpoint> found_at(const Output& output) const;
  /// The error in the file of the venue, in one line; then there are no outputs. Empty: no error.
  const std::string& problem() const noexcept { return problem_; }

  const Venue& venue() const noexcept { return venue_; }
  Log& log() noexcept { return log_; }

 private:
  void add(Projector wanted);
  void add_found();
  std::vector<Output*> all() const;
  void on_event(const client::Event& event);

  const platform::ModuleReference module_;  ///< first: destroyed last
  const Venue venue_;
  const std::string problem_;
  const Arming arming_;
  Log log_;

  std::mutex event_mutex_;  ///< held while an event is handled; guards `is_ending_` and `logged_limits_`
  bool is_ending_ = false;  ///< the destructor runs: events are ignored
  std::atomic<bool> logged_none_found_{false};  ///< "no projector answers" was logged
  std::set<std::string> logged_limits_;         ///< targets and limits whose first event was logged

  mutable std::mutex mutex_;  ///< guards the list; never held for long
  std::vector<std::unique_ptr<Output>> outputs_;

  client::Engine engine_;  ///< calls on_event()
  client::Devices devices_;
};

}  // namespace idn::plugins
