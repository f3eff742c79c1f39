// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "idn/client/device.hpp"

/// The file about the projectors of a place: for the sender, the plug-ins and the bridges. docs/venue.md has
/// the keys.
namespace idn {

/// How plug-ins play what their hosts send.
struct HostSettings {
  Duration latency = std::chrono::milliseconds(40);  ///< see client::DeviceOptions::latency
  /// After this long without a call of the host the output is dark. Longer than the default of applications,
  /// since hosts send a still picture only once.
  Duration hold = std::chrono::seconds(1);
  /// True: lit when a host plays that has no function for arming; hosts with such a function arm by themselves.
  /// False: always dark.
  bool armed = true;
  bool rearm = false;  ///< stays armed when its unit moves to another address
};

/// Settings of one projector, or the defaults of all.
struct ProjectorSettings {
  std::uint32_t rate = client::DeviceOptions{}.rate;  ///< samples per second, if who plays gives none
  double scanner_kpps = 30;                           ///< class of the scanners, 1..200
  wire::SampleFormat format = wire::kUsualFormat;     ///< of the samples on the wire
  output::Orientation orientation{};
  double brightness = 1;          ///< factor of all colours, 0..1
  output::Brightness balance{};   ///< factor of each colour, 0..1
  Duration colour_shift{0};       ///< positive: delays the colours
  std::uint8_t dscp = 0;          ///< of the datagrams, see client::DatagramOptions
  output::OutputLimits limits{};  ///< in addition to those of /etc/idn/limits.toml
  HostSettings hosts{};

  /// Everything that a device applies to its samples.
  output::OutputOptions output() const;
};

struct Projector {
  std::string target;  ///< as for client::Devices::open()
  std::string name;    ///< of the projector for people; empty: the target
  ProjectorSettings settings{};

  const std::string& shown_name() const noexcept { return name.empty() ? target : name; }
};

/// Value ranges of the points of EzAudDac hosts, on which the public implementations disagree.
enum class EzAudDacRange : std::uint8_t {
  Detect,  ///< by RangeDetector
  Bits12,  ///< positions from 0 to 4095, colours to 255
  Bits16,  ///< positions from -32768 to 32767, colours to 32767
};

/// What Libera hosts send; see docs/plugins.md.
enum class LiberaTransport : std::uint8_t { Points, Frames };

struct Venue {
  std::string file;                   ///< path of the file; empty: there was none
  ProjectorSettings defaults;         ///< of projectors that the file does not list
  std::vector<Projector> projectors;  ///< in the order of the file
  std::string log_file;               ///< of plug-ins; empty: no log
  EzAudDacRange ezauddac_range = EzAudDacRange::Detect;
  LiberaTransport libera_transport = LiberaTransport::Points;

  /// The projector that has this name, or else this target, whose service may be left out where only one
  /// projector is meant; null if the file does not list it.
  const Projector* listed(const std::string& name_or_target) const;
  /// The same; one that is not listed has that target, and the defaults.
  Projector find(const std::string& name_or_target) const;
};

/// Text of the option --venue in --help.
inline constexpr char kVenueOption[] =
    "file about the projectors, by their names; see docs/venue.md [$IDN_VENUE, or venue.toml in the folder of "
    "settings]";

/// Paths that load_venue() tries, in this order. The environment variable IDN_VENUE names one file instead of
/// these.
std::vector<std::string> venue_paths();

/// Reads the first file that exists, or returns defaults if none does; a file that IDN_VENUE or `named` names
/// must exist.
/// @param named the file to read; empty: by the rules above
/// Errors: one line for users, with file, line, cause and remedy.
tl::expected<Venue, std::string> load_venue(const std::string& named = {});

/// As load_venue(), from a text; `name` is the name of the file in messages.
tl::expected<Venue, std::string> parse_venue(std::string_view text, const std::string& name);

/// Path of the log of plug-ins if the file gives none; empty if this system has no folder for logs.
std::string default_log_file();

}  // namespace idn
