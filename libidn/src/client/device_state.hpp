// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

#include "client/content/device_content.hpp"
#include "client/content/filler.hpp"
#include "client/engine/device_link.hpp"
#include "client/engine/engine_state.hpp"
#include "client/status_changes.hpp"
#include "client/unit_directory.hpp"
#include "stream/send/wave_stream.hpp"

namespace idn::client {

/// Errc::Busy: the device is in use by another call, or by another kind of content.
tl::unexpected<Error> busy_fault();

struct Device::State {
  /// Errors: as Devices::open().
  static Result<std::unique_ptr<State>> open(const std::shared_ptr<Engine::State>& engine,
                                             std::shared_ptr<UnitDirectory> directory,
                                             const std::string& target, const DeviceOptions& wanted);
  static Result<std::unique_ptr<State>> open(const std::shared_ptr<Engine::State>& engine,
                                             std::shared_ptr<UnitDirectory> directory, const std::string& name,
                                             const Location& place, const DeviceOptions& wanted);
  ~State();

  State(std::shared_ptr<Engine::State> of, std::shared_ptr<UnitDirectory> names, std::string name,
        const Location& where, const DeviceOptions& wanted);

  /// @param wanted options as the application gave them, without the limits of this machine
  static Result<std::unique_ptr<State>> begin(std::unique_ptr<State> state, const DeviceOptions& wanted);
  FormatResult<void> create_stream();
  Result<void> close(Duration play_out);
  Result<void> retarget(const std::string& to);
  Result<void> retarget(const std::string& to, const Location& where);
  void start_at(const StartTime& time) noexcept;
  Result<void> set_output(const OutputOptions& wanted);
  /// For a device that is destroyed within a callback of its engine: it is dark at once and ends.
  static void abandon(std::unique_ptr<State> device);
  /// As close(), without the check for callbacks.
  void end(Duration play_out);
  Filler::Setup filler_setup();
  Result<void> begin_filling(ContentSource source, std::unique_ptr<Filler> wanted);
  Result<void> begin_shared(const std::string& name);
  Result<void> stop_filling();
  /// Ends fill() and play_shared(), and waits until the last call of the callback has returned.
  /// @param dark true: dark with the next datagram, before that wait; false: content supplied so far is played
  void end_filling(bool dark);
  DeviceStatus status() const;
  /// Makes the device a source of the engine's events.
  void report_events();
  bool is_closed() const noexcept { return entry->has_ended() || !engine->home.is_here(); }
  void report(Error what);
  /// Starts to follow the unit, if the device was opened for one and the engine is not manual.
  void follow();
  void stop_following();
  void on_unit(const stream::UnitEvent& event);
  void note_unit(const stream::UnitEvent& event);
  /// Claims the service of `where` for this device, in place of the one it had. Errors: Errc::Busy.
  Result<void> claim(const std::string& name, const Location& where);

  /// Display time of a datagram at the rate that the device was opened with.
  Duration packet_time() const noexcept {
    return Duration(std::chrono::seconds(1)) * static_cast<std::int64_t>(packet) / options.rate;
  }

  /// Interval at which a filler polls the queue for room: short enough to keep it filled, long enough to use
  /// little processor time.
  Duration fill_pause() const noexcept;

  const std::shared_ptr<Engine::State> engine;
  const std::shared_ptr<UnitDirectory> directory;
  const DeviceOptions options;
  const std::size_t packet;  ///< samples of a datagram, at the rate that the device was opened with
  DeviceContent content;
  DeviceLink connection;
  io::DriverStats network;
  std::unique_ptr<stream::SenderSession> stream;
  std::unique_ptr<io::AttachedStream> entry;

  std::mutex retargeting;      ///< one retarget() at a time
  std::mutex changing_output;  ///< one set_output() at a time
  mutable std::mutex mutex;    ///< guards what follows; no tick thread takes it
  std::string target;
  Location place;
  std::optional<Error> last_fault;
  std::uint64_t faults = 0;
  std::uint64_t moves = 0;
  bool has_thrown = false;  ///< on_unit; used by the thread that calls it
  std::unique_ptr<Filler> filler;
  std::vector<std::unique_ptr<io::SharedRing>> rings;  ///< the last one may be open
  std::optional<io::UnitFollower::Id> followed;

  bool limits_tightened = false;
  StatusChanges changes;  ///< used by the event source, which is polled by one thread at a time
  std::optional<EventHub::Id> event_source;
};

}  // namespace idn::client
