// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/command_line.hpp"
#include "idn/sample.hpp"

namespace idn::latency {

/// Who brings the samples.
enum class Producer : std::uint8_t {
  Device,   ///< an application with a device of the client layer that it keeps full by write()
  Frames,   ///< an application that shows pictures, which leave as IDN frames
  Live,     ///< an application that writes to idn_sender live as fast as the pipe takes
  Shared,   ///< an application that shows pictures by memory that it shares with idn_sender live
  Command,  ///< the same, to another program
};

std::string_view to_string(Producer producer) noexcept;

/// The way that is measured or estimated: the same options for both.
struct PathOptions {
  Producer producer = Producer::Device;
  std::string command{};              ///< of Producer::Command
  std::string sender = "idn_sender";  ///< of Producer::Live and Producer::Shared
  std::uint32_t rate = 30'000;        ///< samples per second
  Duration datagram{std::chrono::milliseconds(1)};
  Duration latency{0};  ///< that may wait ahead of the wire; 0: the producer's default
  Duration work{0};     ///< of the application, for each trigger
  Duration period{std::chrono::milliseconds(40)};  ///< between frames
  Duration buffer{std::chrono::milliseconds(40)};  ///< of the receiver
  double kilometres = 0;
  double bits_per_second = 0;  ///< of the slowest link; 0: as fast as memory

  bool is_waves() const noexcept { return producer != Producer::Frames; }
  bool is_by_pipe() const noexcept { return producer == Producer::Live || producer == Producer::Command; }
  /// What streams is another program, which does not tell what it does when.
  bool is_by_program() const noexcept { return is_by_pipe() || producer == Producer::Shared; }
  /// Samples one behind the other: what is dark in between is missing. Moves to and from pictures are dark.
  bool is_gapless() const noexcept { return is_waves() && producer != Producer::Shared; }
  /// What may wait ahead of the wire, with the default in its place.
  Duration waiting() const noexcept;
  /// Samples of a datagram of a wave.
  std::size_t samples_per_datagram() const noexcept;
};

void add_path_options(const cli::Command& command, PathOptions& options);

/// One line for people: what the way consists of.
std::string description(const PathOptions& options);

}  // namespace idn::latency
