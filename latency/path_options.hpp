// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/command_line.hpp"
#include "idn/sample.hpp"

namespace idn::latency {

/// What produces the samples.
enum class Producer : std::uint8_t {
  Device,   ///< an application with a device of the client layer that it keeps full by write()
  Frames,   ///< an application that shows pictures, which leave as IDN frames
  Live,     ///< an application that writes to idn_sender live as fast as the pipe takes
  Shared,   ///< an application that shows pictures by memory that it shares with idn_sender live
  Command,  ///< as Live, but writes to another program
};

std::string_view to_string(Producer producer) noexcept;

/// The path from trigger to light that is measured or estimated: the same options for both.
struct PathOptions {
  Producer producer = Producer::Device;
  std::string command{};              ///< of Producer::Command
  std::string sender = "idn_sender";  ///< of Producer::Live and Producer::Shared
  std::uint32_t rate = 30'000;        ///< samples per second
  Duration datagram{std::chrono::milliseconds(1)};
  Duration latency{0};  ///< of the sender's queue; 0: the producer's default
  /// What the whole path may take, see choose_for_end_to_end(); 0: anything.
  Duration end_to_end{0};
  Duration work{0};  ///< of a processor, for each trigger, or for each picture of frames
  Duration period{std::chrono::milliseconds(40)};  ///< between frames
  Duration buffer{std::chrono::milliseconds(40)};  ///< of the receiver
  bool has_buffer = false;                         ///< it is given
  double kilometres = 0;                           ///< of fibre, 5 us each
  double bits_per_second = 0;                      ///< of the slowest link; 0: transmission takes no time

  bool is_waves() const noexcept { return producer != Producer::Frames; }
  /// Every picture is drawn, one after the other, and has an index; else one for each trigger.
  bool draws_all() const noexcept { return !is_waves() && work > Duration{0}; }
  bool is_by_pipe() const noexcept { return producer == Producer::Live || producer == Producer::Command; }
  /// Another program streams, which does not report its times.
  bool is_by_program() const noexcept { return is_by_pipe() || producer == Producer::Shared; }
  /// Samples without blanked moves between them: darkness means missing samples. Pictures have blanked moves.
  bool is_gapless() const noexcept { return is_waves() && producer != Producer::Shared; }
  /// `latency`, or the default of the producer where that is 0.
  Duration queue_latency() const noexcept;
  /// Samples that wait for queue_latency(), but two datagrams at least: a device always holds these.
  std::size_t queue_samples() const noexcept;
  /// Samples of a datagram of a wave.
  std::size_t samples_per_datagram() const noexcept;
};

void add_path_options(const cli::CommandLine& command, PathOptions& options);

/// One line of text for reports: the options that apply to the producer.
std::string description(const PathOptions& options);

}  // namespace idn::latency
