// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "idn/client/device.hpp"
#include "idn/wire/hello.hpp"
#include "sender/command/move_options.hpp"
#include "sender/projector_options.hpp"
#include "sender/sound/soundtrack.hpp"
#include "sender/trigger/trigger_input.hpp"

namespace idn::sender {

enum class StreamMode : std::uint8_t {
  Wave,   ///< a gapless stream of samples
  Frame,  ///< pictures, which the receiver repeats until the next one comes
};

/// "wave" or "frame".
std::string_view to_string(StreamMode mode) noexcept;

/// A file of limits that applies.
struct LimitsInForce {
  std::string file;
  bool acts = false;  ///< they change samples, else they are counted only

  auto operator<=>(const LimitsInForce&) const = default;
};

/// Options that every stream has on the command line.
struct StreamOptions {
  std::string target = "127.0.0.1";
  std::string projector{};                          ///< its name in the venue file, else the target
  ProjectorOptions given{};                         ///< completed by complete()
  std::optional<wire::UnitId> unit = std::nullopt;  ///< unit of the target, which is followed when it moves
  StreamMode mode = StreamMode::Wave;
  double fps = 25;    ///< frame mode: frames per second
  bool once = false;  ///< frame mode: the receiver draws each frame one time only
  /// Frame mode: time over which the fragments of the longest frame are spread; negative: the default.
  Duration spread{-1};
  std::uint64_t rate = client::DeviceOptions{}.rate;
  std::uint64_t samples_per_packet = 0;  ///< 0: those of DatagramOptions::time
  wire::SampleCodec format = wire::kUsualFormat;
  std::uint8_t dscp = 0;  ///< of the datagrams
  MoveOptions moves{};    ///< of pictures
  std::uint64_t mtu = 0;  ///< largest IP packet, in octets; 0: the datagram size that other senders use
  std::uint64_t service = 0;
  std::uint64_t channel = 0;
  std::uint64_t group = 0;
  Duration duration{0};  ///< 0: as long as the input
  Duration tick{0};      ///< time between wake-ups; 0: display time of one packet
  /// Wave mode: capacity of the queue in this program, as time; 0: `usual_latency`.
  Duration latency{0};
  /// Wave mode: above 0, the latency is controlled so that this share of datagrams is incomplete; 0: `latency`.
  double underrun_probability = 0;
  Duration end_to_end{
      0};  ///< wave mode: from the input to the light, see client::share_latency(); 0: not asked for
  /// Default of `latency`: long enough for scheduling delays of the producer, short enough to stop quickly.
  Duration usual_latency = std::chrono::milliseconds(80);
  Duration hold{0};  ///< hold time; 0: the default of the mode
  Duration dark_before_close = client::DeviceOptions{}.dark_before_close;
  bool shows_newest = false;  ///< frame mode: the newest queued frame is shown, the others are dropped
  bool follow = false;        ///< wave mode: follow the receiver's clock
  std::uint64_t catch_up = client::DatagramOptions{}.catch_up;
  output::OutputOptions output{};
  std::vector<LimitsInForce> limits_in_force{};  ///< beside those of the administrator
};

/// Who delays each datagram until its departure time.
enum class Pace : std::uint8_t { Sender, Kernel };

std::string_view to_string(Pace pace) noexcept;
/// "sender" or "kernel".
std::optional<Pace> pace_from(std::string_view name) noexcept;

/// What becomes of the light of a projector that was away.
enum class AfterLoss : std::uint8_t { Light, Dark };
/// "light" or "dark".
std::optional<AfterLoss> after_loss_from(std::string_view name) noexcept;

/// What is told of the streams, and how.
struct StatusOptions {
  bool as_json = false;
  bool is_quiet = false;                ///< no line at the bottom, nor the keys
  bool has_details = false;             ///< the end tells all that was measured
  std::optional<Endpoint> report_to{};  ///< on this machine, gets what --json prints
};

/// Options of the tick threads and of the status output.
struct LoopOptions {
  io::WaitMode wait = io::WaitMode::Auto;
  double cpu_budget = 0;  ///< with WaitMode::Auto: share of a core for spinning; 0: the usual one
  Pace pace = Pace::Sender;
  std::uint64_t loops = 1;
  std::vector<unsigned> processors{};  ///< loops are bound to these in turn (round-robin); empty: not bound
  bool no_realtime = false;
  std::vector<TriggerInput> on{};  ///< sources of triggers, which act on all streams
  bool begins_dark = false;        ///< dark until the action "light"
  /// Units that are not there at the start: how long to wait for them before the others begin without them. No
  /// value: they are an error.
  std::optional<Duration> wait_for_units{};
  /// No value: dark where an operator is at the keyboard, else light.
  std::optional<AfterLoss> after_loss{};
  std::string venue_file{};               ///< see load_venue()
  std::vector<std::string> interfaces{};  ///< on which units are searched for; empty: all
  SoundOptions sound{};
  Duration duration{0};  ///< of all streams; 0: as long as they last
  /// When they begin, since 1970 by the wall clock; no value: as soon as all have samples.
  std::optional<Duration> start_at{};
  StatusOptions status{};
};

void add_stream_options(const cli::CommandLine& command, StreamOptions& options);
void add_loop_options(const cli::CommandLine& command, LoopOptions& options);

/// Whether --latency or --end-to-end is given.
inline bool asks_for_latency(const StreamOptions& options) noexcept {
  return options.latency != Duration{0} || options.underrun_probability > 0 || options.end_to_end > Duration{0};
}

/// Samples in each datagram of a wave.
std::size_t samples_per_packet(const StreamOptions& options);
/// Capacity of the queue at the start, in samples: `latency`, at least two datagrams.
std::size_t longest_wait(const StreamOptions& options);
/// The options of the device. Throws cli::Failure for combinations that no datagram can hold, and for options
/// of the other mode.
client::DeviceOptions device_options(const StreamOptions& options);

}  // namespace idn::sender
