// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "idn/time.hpp"
#include "plugins/etherdream/point_output.hpp"
#include "plugins/etherdream/protocol.hpp"

namespace idn::etherdream {

/// Options for what real devices do differently, or clients expect differently.
struct Behaviour {
  /// The `i` of a point dims its colours. Off by default: most clients apply the brightness to the colours, and
  /// some of them send 0.
  bool use_intensity = false;
  /// An emergency stop lasts beyond the end of its connection. By default the next client finds the DAC ready:
  /// some clients send an emergency stop whenever they end, and never clear it.
  bool keep_emergency_stop = false;
  /// How long after the last point the DAC waits for more, dark, before it is idle. Real devices are idle at
  /// once; clients that do not expect that get their next points refused, and some then drop the connection.
  Duration underrun_after = std::chrono::milliseconds(100);
};

/// The DAC as its clients see it: states, buffer and answers. Points are passed on as soon as the output
/// accepts them, and count as buffered until the output has sent them: clients that pace themselves by the
/// buffer follow the output's clock. Threads: one.
class Dac {
 public:
  /// Limit of queued rate changes, as in the original firmware, which acknowledges and drops what is beyond.
  static constexpr std::size_t kMostQueuedRates = 199;

  /// `output` must outlive the DAC.
  Dac(Firmware firmware, Behaviour behaviour, PointOutput& output);

  /// A client has connected: appends the greeting, which is the answer to Ping. Clears an emergency stop unless
  /// Behaviour::keep_emergency_stop.
  void connect(std::vector<std::byte>& answers);
  /// The client has disconnected: dark and idle.
  void disconnect();
  /// Carries out a command and appends the answer.
  void execute(const DacRequest& request, std::vector<std::byte>& answers);
  /// To be called every few milliseconds while playing: passes points on, and detects underruns.
  void advance(TimePoint now);

  bool is_playing() const noexcept { return playback_ == DacPlayback::Playing; }
  /// Whether it plays, and half of the buffer is empty, or what is left lasts for less than 20 ms and a quarter
  /// is empty. Else a short delay of the client does no harm, or it could not send much.
  bool needs_points() const;
  const Firmware& firmware() const noexcept { return firmware_; }
  DacStatus status() const;
  /// How often the buffer was empty for Behaviour::underrun_after while playing.
  std::uint64_t underruns() const noexcept { return underruns_; }
  /// How many points were passed to the output in all.
  std::uint64_t points() const noexcept { return points_; }

 private:
  DacAnswer perform(const DacRequest& request);
  DacAnswer prepare();
  DacAnswer begin(std::uint32_t rate);
  DacAnswer update(std::uint32_t rate);
  DacAnswer queue_rate(std::uint32_t rate);
  DacAnswer queue_points(const DacRequest& data);
  DacAnswer stop();
  DacAnswer emergency_stop();
  DacAnswer clear_emergency_stop();

  void end_playback(std::uint16_t flags);
  void forward_points();
  bool apply_due_rate();
  std::size_t fullness() const;
  std::size_t room() const;
  bool is_valid_rate(std::uint32_t rate) const noexcept;
  LaserSample to_sample(const DacPoint& point) const noexcept;

  const Firmware firmware_;
  const Behaviour behaviour_;
  PointOutput& output_;

  LightEngine light_engine_ = LightEngine::Ready;
  DacPlayback playback_ = DacPlayback::Idle;
  std::uint16_t flags_ = 0;
  std::uint32_t rate_ = 0;
  std::uint64_t underruns_ = 0;
  std::optional<TimePoint> empty_since_;
  std::uint64_t points_ = 0;

  std::vector<LaserSample> staged_;         ///< points that the output has not taken yet
  std::uint64_t forwarded_ = 0;             ///< points that the output has taken since Prepare
  std::deque<std::uint64_t> rate_changes_;  ///< indices since Prepare of the points with DacPoint::kChangeRate
  std::deque<std::uint32_t> queued_rates_;
  std::optional<std::uint32_t> due_rate_;  ///< to be set before the next point is passed on
};

}  // namespace idn::etherdream
