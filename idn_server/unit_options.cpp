// SPDX-License-Identifier: MIT
#include "idn_server/unit_options.hpp"

#include <algorithm>
#include <cmath>

#include "cli/units.hpp"

namespace idn::server {

using wire::ServiceType;

namespace {

constexpr std::optional<double> kUsualProbability = 1e-4;

/// Behind a colon.
std::optional<double> probability_of(std::string_view text) {
  return text.starts_with(':') ? cli::parse_number(text.substr(1)) : std::nullopt;
}

}  // namespace

std::optional<ServiceType> parse_service_type(std::string_view text) {
  if (text == "laser") return ServiceType::LaserProjector;
  if (text == "dmx") return ServiceType::Dmx512;
  if (text == "audio") return ServiceType::Audio;
  const auto number = cli::parse_octet(text);
  return number && *number > 0 ? std::optional(static_cast<ServiceType>(*number)) : std::nullopt;
}

stream::PlayoutConfig DacOptions::playout() const noexcept {
  return {.target_latency = buffer,
          .is_adaptive = is_adaptive,
          .underrun_probability = underrun_probability,
          .clock_error_ppb = std::llround(clock_ppm * 1000)};
}

bool DacOptions::take_buffer(std::string_view text) {
  constexpr std::string_view kAuto = "auto";
  if (!text.starts_with(kAuto)) {
    const auto time = cli::parse_duration(text);
    if (!time || *time < kShortestBuffer || *time > kLongestBuffer) return false;
    buffer = *time;
    underrun_probability = 0;
    return true;
  }
  text.remove_prefix(kAuto.size());
  const auto probability = text.empty() ? kUsualProbability : probability_of(text);
  if (!probability || !(*probability >= kSmallestProbability && *probability <= kLargestProbability))
    return false;
  underrun_probability = *probability;
  return true;
}

void mark_default_services(std::vector<wire::ServiceMapEntry>& services) {
  for (auto& service : services) {
    const auto is_default_of_type = [&](const auto& s) { return s.type == service.type && s.is_default(); };
    if (std::ranges::none_of(services, is_default_of_type))
      service.flags |= wire::ServiceMapEntry::kDefaultService;
  }
}

}  // namespace idn::server
