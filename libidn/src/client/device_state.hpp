// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

#include "client/device_content.hpp"
#include "client/engine_state.hpp"
#include "client/filler.hpp"
#include "client/status_changes.hpp"
#include "client/unit_directory.hpp"
#include "idn/io/shared_socket.hpp"
#include "idn/stream/wave_stream.hpp"

namespace idn::client {

/// Content comes by one call, and in one way, at a time.
tl::unexpected<Fault> busy_fault();

struct Device::State {
  /// @return what the target, the options or the system refuse
  static Expected<std::unique_ptr<State>> open(const std::shared_ptr<Engine::State>& engine,
                                               std::shared_ptr<UnitDirectory> directory,
                                               const std::string& target, const DeviceOptions& wanted);
  static Expected<std::unique_ptr<State>> open(const std::shared_ptr<Engine::State>& engine,
                                               std::shared_ptr<UnitDirectory> directory,
                                               const std::string& name, const Location& place,
                                               const DeviceOptions& wanted);
  ~State();

  State(std::shared_ptr<Engine::State> of, std::shared_ptr<UnitDirectory> names, std::string name,
        const Location& where, const DeviceOptions& wanted);

  /// @param wanted before the limits of this machine
  static Expected<std::unique_ptr<State>> begin(std::unique_ptr<State> state, const DeviceOptions& wanted);
  Result<void> create_stream();
  Expected<void> close(Duration play_out);
  Expected<void> retarget(const std::string& to);
  /// close() from wherever it is called.
  void end(Duration play_out);
  Filler::Setup filler_setup();
  Expected<void> begin_filling(ContentSource source, std::unique_ptr<Filler> wanted);
  Expected<void> begin_shared(const std::string& name);
  Expected<void> stop_filling();
  /// @param dark with the next datagram, while the last call is waited for; else what it brought is played
  void end_filling(bool dark);
  Status status() const;
  /// What happens to the device comes to the engine's events from now on.
  void report_events();
  bool is_closed() const noexcept { return entry->has_ended(); }
  void report(Fault what);
  /// Where the device is to go wherever its unit is: from now on it does.
  void follow();
  void stop_following();
  void on_unit(const stream::UnitEvent& event);
  void note_unit(const stream::UnitEvent& event);
  /// The service of `where` is this device's, in place of the one that it had. @return Busy
  Expected<void> claim(const std::string& name, const Location& where);

  /// Of a datagram at the rate that the device was opened with.
  Duration packet_time() const noexcept {
    return Duration(std::chrono::seconds(1)) * static_cast<std::int64_t>(packet) / options.rate;
  }

  /// Between two looks for room: often enough for content, seldom enough for a thread that has nothing to do.
  Duration fill_pause() const noexcept;

  const std::shared_ptr<Engine::State> engine;
  const std::shared_ptr<UnitDirectory> directory;
  const DeviceOptions options;
  const std::size_t packet;  ///< samples of a datagram, at the rate that the device was opened with
  DeviceContent content;
  Connection connection;
  io::DriverStats network;
  std::unique_ptr<stream::SenderSession> stream;
  std::unique_ptr<io::AttachedStream> entry;

  std::mutex retargeting;    ///< one retarget() at a time
  mutable std::mutex mutex;  ///< of what follows; no tick thread takes it
  std::string target;
  Location place;
  std::optional<Fault> last_fault;
  std::uint64_t faults = 0;
  std::uint64_t moves = 0;
  std::unique_ptr<Filler> filler;
  std::vector<std::unique_ptr<io::SharedRing>> rings;  ///< the last one may be open
  std::optional<io::UnitFollower::Id> followed;

  bool limits_tightened = false;
  StatusChanges changes;  ///< of who looks for events, one at a time
  std::optional<EventHub::Id> event_source;
};

}  // namespace idn::client
