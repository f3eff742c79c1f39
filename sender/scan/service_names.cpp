// SPDX-License-Identifier: MIT
#include "sender/scan/service_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "idn/wire/hello.hpp"

namespace idn::sender {

std::string service_type_name(wire::ServiceType type) {
  using enum wire::ServiceType;
  if (wire::is_laser(type)) return "laser";
  switch (type) {
    case Void:
      return "unknown";
    case Uart:
      return "uart";
    case Dmx512:
      return "dmx";
    case Midi:
      return "midi";
    case Audio:
      return "audio";
    case LaserProjector:
      break;
  }
  return fmt::format("0x{:02X}", static_cast<unsigned>(type));
}

std::vector<std::string> status_names(std::uint8_t status) {
  using wire::ScanResponse;
  std::vector<std::string> names;
  if (status & ScanResponse::kMalfunction) names.emplace_back("malfunction");
  if (status & ScanResponse::kOffline) names.emplace_back("offline");
  if (status & ScanResponse::kGroupExcluded) names.emplace_back("group excluded");
  if (status & ScanResponse::kOccupied) names.emplace_back("occupied");
  if (!(status & ScanResponse::kRealtime)) names.emplace_back("no streaming");
  return names;
}

std::string status_text(std::uint8_t status) {
  const auto names = status_names(status);
  return names.empty() ? "ready" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace idn::sender
