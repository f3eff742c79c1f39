// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "idn/time.hpp"
#include "plugins/etherdream/point_output.hpp"
#include "plugins/etherdream/protocol.hpp"

namespace idn::etherdream {

/// What a client may choose between where real devices or their clients differ.
struct Behaviour {
  /// The `i` of a point dims its colours. Most clients leave the brightness in the colours, and some send 0.
  bool use_intensity = false;
  /// An emergency stop outlasts the connection it came by. Else the next client finds the DAC ready: some
  /// clients stop that way whenever they end, and know no other way back.
  bool keep_emergency_stop = false;
  /// So long after the last point a client is still awaited, in the dark. Real devices are idle at once, and
  /// clients that have not noticed do worse than to be late: some drop the connection.
  Duration underrun_after = std::chrono::milliseconds(100);
};

/// The DAC as its clients know it: states, buffer and answers. Points are handed on as soon as the output takes
/// them, and count as buffered until they have left there: so clients that pace by the buffer are paced by the
/// output's clock. Threads: one.
class Dac {
 public:
  /// Queued changes of the rate; the description says that there is a limit, not which.
  static constexpr std::size_t kMostQueuedRates = 64;

  /// `output` outlives the DAC.
  Dac(Firmware firmware, Behaviour behaviour, PointOutput& output);

  /// A client has connected: it gets the status as if it had asked.
  void connect(std::vector<std::byte>& answers);
  /// Nobody is there any more: dark.
  void disconnect();
  /// Does what is asked, and appends the answer.
  void execute(const Request& request, std::vector<std::byte>& answers);
  /// No command begins with this octet. As the description has it, that is an emergency stop.
  void refuse(std::uint8_t octet, std::vector<std::byte>& answers);
  /// To be called every few milliseconds while it plays: hands points on, and notices when there are none.
  void advance(TimePoint now);

  bool is_playing() const noexcept { return playback_ == Playback::Playing; }
  /// More than half full: nothing is lost by letting the client wait.
  bool is_comfortable() const;
  const Firmware& firmware() const noexcept { return firmware_; }
  Status status() const;
  /// How often the buffer ran empty while it played.
  std::uint64_t underruns() const noexcept { return underruns_; }
  /// That were handed on in all.
  std::uint64_t points() const noexcept { return points_; }

 private:
  Answer perform(const Request& request);
  Answer prepare();
  Answer begin(std::uint32_t rate);
  Answer update(std::uint32_t rate);
  Answer queue_rate(std::uint32_t rate);
  Answer take(const Request& data);
  Answer stop();
  Answer emergency_stop();
  Answer clear_emergency_stop();

  void end_playback(std::uint16_t flags);
  void forward_points();
  bool change_rate_where_due();
  std::size_t fullness() const;
  std::size_t room() const;
  bool is_possible(std::uint32_t rate) const noexcept;
  LaserSample shown(const Point& point) const noexcept;

  const Firmware firmware_;
  const Behaviour behaviour_;
  PointOutput& output_;

  LightEngine light_engine_ = LightEngine::Ready;
  Playback playback_ = Playback::Idle;
  std::uint16_t flags_ = 0;
  std::uint32_t rate_ = 0;
  std::uint64_t underruns_ = 0;
  std::optional<TimePoint> empty_since_;
  std::uint64_t points_ = 0;

  std::vector<LaserSample> staged_;    ///< points that the output has not taken yet
  std::uint64_t handed_on_ = 0;        ///< points that it has, since Prepare
  std::deque<std::uint64_t> changes_;  ///< which points, counted since Prepare, want the next queued rate
  std::deque<std::uint32_t> queued_rates_;
  std::optional<std::uint32_t> due_rate_;  ///< of the next point that is handed on
};

}  // namespace idn::etherdream
