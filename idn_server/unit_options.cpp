// SPDX-License-Identifier: MIT
#include "idn_server/unit_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace idn::server {

using wire::ServiceType;

std::optional<ServiceType> parse_service_type(std::string_view text) {
  if (text == "laser") return ServiceType::LaserProjector;
  if (text == "dmx") return ServiceType::Dmx512;
  if (text == "audio") return ServiceType::Audio;
  const bool is_hexadecimal = text.starts_with("0x");
  const std::string_view digits = text.substr(is_hexadecimal ? 2 : 0);
  const char* const last = digits.data() + digits.size();
  unsigned number = 0;
  const auto [end, error] = std::from_chars(digits.data(), last, number, is_hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != last || number < 1 || number > 255) return std::nullopt;
  return static_cast<ServiceType>(number);
}

stream::PlayoutConfig OutputOptions::playout() const noexcept {
  return {
      .target_latency = buffer, .is_adaptive = is_adaptive, .clock_error_ppb = std::llround(clock_ppm * 1000)};
}

wire::ServiceMapEntry default_service() {
  return {.service_id = 1, .type = ServiceType::LaserProjector, .name = wire::FixedText<20>("Laser")};
}

void mark_default_services(std::vector<wire::ServiceMapEntry>& services) {
  for (auto& service : services) {
    const auto is_default_of_type = [&](const auto& s) { return s.type == service.type && s.is_default(); };
    if (std::ranges::none_of(services, is_default_of_type))
      service.flags |= wire::ServiceMapEntry::kDefaultService;
  }
}

}  // namespace idn::server
