// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "idn/client/device.hpp"

/// What every plug-in shares: libraries and programs that other makers' software plays to in place of hardware
/// of its own, without knowing of IDN.
namespace idn::plugins {

/// Of one device, or of all that have none of their own.
struct OutputSettings {
  std::uint32_t rate = 30'000;                       ///< samples per second, where the host names none
  Duration latency = std::chrono::milliseconds(40);  ///< see client::DeviceOptions::latency
  /// After this long without a word from the host the output is dark: longer than an application's own, since
  /// hosts send a still picture once.
  Duration hold = std::chrono::seconds(1);
  Duration colour_shift{0};                               ///< positive: colours later
  wire::SampleFormat format = wire::SampleFormat::Xyrgb;  ///< of the samples on the wire
  client::OutputLimits limits{};                          ///< those of /etc/idn/limits.toml hold as well
  /// For hosts that know no arming, whose own switch for the output is all there is: lit when they play. Hosts
  /// that arm by themselves do so; false keeps the output dark in spite of them.
  bool armed = true;
  bool rearm = false;  ///< stays armed when its unit turns up at another address
};

/// What the points of EzAudDac hosts mean, on which the public implementations disagree.
enum class EzAudDacRange : std::uint8_t {
  Detect,  ///< as far as the points tell
  Bits12,  ///< positions from 0 to 4095, colours to 255
  Bits16,  ///< positions from -32768 to 32767, colours to 32767
};

/// A device that the user wants to have, by its place in the list.
struct WantedOutput {
  std::string target;  ///< as for client::Devices::open()
  std::string name;    ///< that hosts show; empty: as the network tells it
  OutputSettings settings{};
};

/// What the user has written for all plug-ins; docs/plugins.md has the keys.
struct Settings {
  std::string file;         ///< that was read; empty: there was none
  OutputSettings defaults;  ///< of devices that are found
  /// In this order; none: whatever a search finds.
  std::vector<WantedOutput> outputs;
  std::string log_file;  ///< empty: no log
  EzAudDacRange ezauddac_range = EzAudDacRange::Detect;
};

/// Where load_settings() looks, in this order. The environment variable IDN_PLUGINS names one file in place of
/// all of these.
std::vector<std::string> settings_places();

/// Without a file these are defaults; a file that IDN_PLUGINS names has to be there.
/// @return what is wrong, for users: one line with file, line, cause and remedy
tl::expected<Settings, std::string> load_settings();

/// The same for a text; `name` is what messages call it.
tl::expected<Settings, std::string> parse_settings(std::string_view text, const std::string& name);

/// Where the log is written unless the settings say so; empty where there is no such place.
std::string default_log_file();

}  // namespace idn::plugins
