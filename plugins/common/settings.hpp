// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "idn/client/device.hpp"

/// Common to all plug-ins: libraries and programs that replace the driver of other hardware, so that
/// third-party software ("hosts") plays to IDN projectors without knowing of IDN.
namespace idn::plugins {

/// Settings of one device, or the defaults of all devices.
struct OutputSettings {
  std::uint32_t rate = 30'000;                       ///< samples per second, if the host gives none
  Duration latency = std::chrono::milliseconds(40);  ///< see client::DeviceOptions::latency
  /// After this long without a call of the host the output is dark. Longer than the default of applications,
  /// since hosts send a still picture only once.
  Duration hold = std::chrono::seconds(1);
  Duration colour_shift{0};                        ///< positive: delays the colours
  wire::SampleFormat format = wire::kUsualFormat;  ///< of the samples on the wire
  output::OutputLimits limits{};                   ///< in addition to those of /etc/idn/limits.toml
  /// True: lit when a host plays that has no function for arming; hosts with such a function arm by themselves.
  /// False: always dark.
  bool armed = true;
  bool rearm = false;  ///< stays armed when its unit moves to another address
};

/// Value ranges of the points of EzAudDac hosts, on which the public implementations disagree.
enum class EzAudDacRange : std::uint8_t {
  Detect,  ///< by RangeDetector
  Bits12,  ///< positions from 0 to 4095, colours to 255
  Bits16,  ///< positions from -32768 to 32767, colours to 32767
};

/// What Libera hosts send; see docs/plugins.md.
enum class LiberaTransport : std::uint8_t { Points, Frames };

/// A device of the settings, in the order of the list.
struct WantedOutput {
  std::string target;  ///< as for client::Devices::open()
  std::string name;    ///< shown by hosts; empty: the target
  OutputSettings settings{};
};

/// The settings file of all plug-ins; docs/plugins.md has the keys.
struct Settings {
  std::string file;         ///< path of the file; empty: there was none
  OutputSettings defaults;  ///< for devices that a search finds
  /// In this order; empty: all that a search finds.
  std::vector<WantedOutput> outputs;
  std::string log_file;  ///< empty: no log
  EzAudDacRange ezauddac_range = EzAudDacRange::Detect;
  LiberaTransport libera_transport = LiberaTransport::Points;
};

/// Paths that load_settings() tries, in this order. The environment variable IDN_PLUGINS names one file instead
/// of these.
std::vector<std::string> settings_paths();

/// Reads the first settings file that exists, or returns defaults if none does; a file that IDN_PLUGINS names
/// must exist. Errors: one line for users, with file, line, cause and remedy.
tl::expected<Settings, std::string> load_settings();

/// As load_settings(), from a text; `name` is the name of the file in messages.
tl::expected<Settings, std::string> parse_settings(std::string_view text, const std::string& name);

/// Path of the log if the settings give none; empty if this system has no folder for logs.
std::string default_log_file();

}  // namespace idn::plugins
