// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/network.hpp"
#include "idn/analysis/late_datagram_policy.hpp"
#include "idn/stream/playout/playout.hpp"
#include "idn/wire/hello.hpp"

namespace idn::server {

/// The DAC behind each service of a unit.
struct DacOptions {
  static constexpr Duration kShortestBuffer = std::chrono::milliseconds(1);
  static constexpr Duration kLongestBuffer = std::chrono::seconds(1);
  static constexpr std::uint32_t kMostRate = 10'000'000;

  static constexpr double kSmallestProbability = 1e-6;
  static constexpr double kLargestProbability = 0.1;

  Duration buffer = std::chrono::milliseconds(40);
  /// More than 0: the buffer adapts to this underrun probability, starting with `buffer`.
  double underrun_probability = 0;
  bool is_adaptive = false;
  /// Late samples can be played only by an output that does not adapt.
  analysis::LateDatagramPolicy late = analysis::LateDatagramPolicy::Drop;
  double clock_ppm = 0;        ///< how much faster it plays than this machine's clock, up to 1 %
  std::uint32_t max_rate = 0;  ///< samples per second that it shows at most, 0 for any

  stream::PlayoutConfig playout() const noexcept;
  bool follows() const noexcept { return is_adaptive || underrun_probability > 0; }
  /// An adaptive output raises its latency instead of playing late samples.
  bool is_possible() const noexcept { return !follows() || late == analysis::LateDatagramPolicy::Drop; }
  /// is_adaptive and underrun_probability exclude each other.
  bool is_clear() const noexcept { return !is_adaptive || underrun_probability == 0; }

  /// Parses the value of --buffer and of `buffer` in the file of units: "40ms", "auto" or "auto:1e-4".
  /// @return false for other text, and for what is out of range; nothing changes then
  bool take_buffer(std::string_view text);
};

inline constexpr char kBufferForms[] =
    "a time from \"1ms\" to \"1s\", \"auto\", or \"auto:\" and a probability from 1e-6 to 0.1";

/// One emulated receiver.
struct UnitOptions {
  std::string name;
  std::uint32_t address = 0;            ///< IPv4 to bind to, 0 for every interface
  std::uint16_t port = kIdnPort;        ///< 0: a free one
  std::optional<wire::UnitId> unit_id;  ///< none: the one stored for the name
  std::uint16_t group_mask = 0xFFFF;
  std::string auth_code;  ///< permits setting the group mask; empty: nobody may
  std::size_t max_sessions = 64;
  std::size_t max_sessions_per_source = 16;
  std::vector<Subnet> allow;  ///< empty: everybody
  std::vector<wire::ServiceMapEntry> services;
  bool per_source = false;  ///< as in stream::ReceiverConfig
  DacOptions output;
};

/// "laser", "dmx", "audio", or a number from 1 to 255, also as 0x80. Nothing for other text.
std::optional<wire::ServiceType> parse_service_type(std::string_view text);

/// Marks the first service of each type that has no default as default (section 1.7).
void mark_default_services(std::vector<wire::ServiceMapEntry>& services);

}  // namespace idn::server
