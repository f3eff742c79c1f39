// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/stream_title.hpp"

#include <fmt/core.h>

namespace idn::viewer {

std::string destination_of(const Stream& stream) {
  if (stream.key == StreamKey{}) return {};
  auto words = stream.unit_name.empty() ? to_string(stream.key.unit) : stream.unit_name;
  if (!stream.routing) return words;
  words += fmt::format(", service {}", stream.routing->asked_service_id());
  if (!stream.service_name.empty()) words += fmt::format(" ({})", stream.service_name);
  return words;
}

}  // namespace idn::viewer
