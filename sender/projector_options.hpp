// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/command_line.hpp"
#include "idn/wire/sample_codec.hpp"

namespace idn {
struct Venue;
}

namespace idn::sender {

struct LoopOptions;
struct StreamOptions;

/// What the command line says of the projector; the venue file says what it leaves out.
struct ProjectorOptions {
  std::optional<std::uint64_t> rate{};  ///< samples per second
  std::optional<wire::SampleCodec> format{};
  std::optional<std::uint8_t> dscp{};
  bool mirror_x = false, mirror_y = false;
  std::optional<double> rotate_degrees{};  ///< counterclockwise
  std::optional<double> scale{};
  std::optional<double> brightness{};  ///< 0..1
  std::string limits_file{};           ///< beside those of venue and administrator; empty: none
};

/// An option whose value is a share: "50%" or "0.5".
cli::Option add_brightness_option(const cli::CommandLine& command, const std::string& names,
                                  const std::function<void(double)>& take, const std::string& description);
void add_projector_options(const cli::CommandLine& command, ProjectorOptions& options);

/// The venue file of the session. Throws cli::Failure.
Venue venue_of(const LoopOptions& options);

/// Completes `options` for the projector that its target names: its place, rate, format, and what the device
/// applies to the samples. Of the limits of the venue, of the command line and of the administrator the
/// strictest hold. Throws cli::Failure.
void complete(StreamOptions& options, const Venue& venue);

}  // namespace idn::sender
