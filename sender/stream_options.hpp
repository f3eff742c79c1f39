// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "idn/client/device.hpp"
#include "idn/wire/scan.hpp"
#include "sender/command/move_options.hpp"
#include "sender/trigger/trigger_input.hpp"

namespace idn::sender {

enum class StreamMode : std::uint8_t {
  Wave,   ///< a gapless stream of samples
  Frame,  ///< pictures, which the receiver repeats until the next one comes
};

/// "wave" or "frame".
std::string_view to_string(StreamMode mode) noexcept;

/// Options that every stream has on the command line.
struct StreamOptions {
  std::string target = "127.0.0.1";
  std::optional<wire::UnitId> unit = std::nullopt;  ///< unit of the target, which is followed when it moves
  StreamMode mode = StreamMode::Wave;
  double fps = 25;    ///< frame mode: frames per second
  bool once = false;  ///< frame mode: the receiver draws each frame one time only
  /// Frame mode: time over which the fragments of the longest frame are spread; negative: the default.
  Duration spread{-1};
  std::uint64_t rate = 100'000;
  std::uint64_t samples_per_packet = 100;
  wire::SampleCodec format = wire::SampleFormat::Xyrgb;
  MoveOptions moves{};    ///< of pictures
  std::uint64_t mtu = 0;  ///< 0: the datagram size that other senders use
  std::uint64_t service = 0;
  std::uint64_t channel = 0;
  std::uint64_t group = 0;
  Duration duration{0};  ///< 0: as long as the input
  Duration tick{0};      ///< 0: one packet
  /// Wave mode: the most that may wait in this program; 0: `usual_latency`.
  Duration latency{0};
  /// Wave mode: what may wait follows from this share of incomplete datagrams; 0: `latency`.
  double underrun_probability = 0;
  /// Rides over scheduling delays of the producer, and is small enough to stop quickly.
  Duration usual_latency = std::chrono::milliseconds(80);
  Duration hold{0};           ///< dark when nothing came for so long; 0: as the mode has it
  bool shows_newest = false;  ///< frame mode: of frames that wait the newest is shown, else all
  bool follow = false;        ///< wave mode: keep to the receiver's clock
  stream::LatePolicy late = stream::LatePolicy::CatchUp;
  std::uint64_t catch_up = stream::WaveConfig{}.catch_up_packets;
};

/// Who holds each datagram back until its departure.
enum class Pace : std::uint8_t { Sender, Kernel };

std::string_view to_string(Pace pace) noexcept;
/// "sender" or "kernel".
std::optional<Pace> pace_from(std::string_view name) noexcept;

/// How the threads that keep the time are to run, and how they report.
struct LoopOptions {
  io::WaitMode wait = io::WaitMode::Hybrid;
  Pace pace = Pace::Sender;
  std::uint64_t loops = 1;
  std::vector<unsigned> processors{};  ///< one loop after the other is bound to them in turn; empty: to none
  bool no_realtime = false;
  std::vector<TriggerInput> on{};  ///< of all streams
  bool begins_dark = false;        ///< until a trigger says light
  bool json = false;
};

void add_stream_options(const cli::Command& command, StreamOptions& options);
void add_loop_options(const cli::Command& command, LoopOptions& options);

/// Whether the command line says how much may wait.
inline bool asks_for_latency(const StreamOptions& options) noexcept {
  return options.latency != Duration{0} || options.underrun_probability > 0;
}

/// The most that may wait at the beginning, in samples: `latency`, but two ticks and two datagrams at least.
std::size_t longest_wait(const StreamOptions& options);
/// Throws cli::Failure for combinations that no datagram can hold, and for options of the other mode.
client::DeviceOptions device_options(const StreamOptions& options);

}  // namespace idn::sender
