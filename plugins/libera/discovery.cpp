// SPDX-License-Identifier: MIT
#include "plugins/libera/discovery.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "plugins/common/shown_name.hpp"

namespace idn::plugins::libera {
namespace {

/// Reported as the limit: at higher rates the queue of client::Device does not hold the whole latency.
constexpr std::uint32_t kHighestRate = 200'000;

template <std::size_t N>
void copy_text(const std::string& text, char (&room)[N]) {
  const std::string_view shown = truncate_utf8(text, N - 1);
  std::ranges::copy(shown, room);
  room[shown.size()] = '\0';
}

std::uint32_t usage_of(const client::Device* device) {
  using enum client::LinkState;
  if (device == nullptr) return LIBERA_USAGE_IDLE;
  switch (device->status().link) {
    case Muted:
      return LIBERA_USAGE_BUSY;
    case Silent:
    case Missing:
    case Closed:
      return LIBERA_USAGE_UNKNOWN;
    default:
      return LIBERA_USAGE_ACTIVE;
  }
}

std::string address_of(const client::Device& device) {
  const std::string endpoint = to_string(device.status().remote);
  return endpoint.substr(0, endpoint.find(':'));
}

libera_controller_info_t info_of(const Output& output) {
  const auto device = output.device();
  libera_controller_info_t info{};
  copy_text(output.target(), info.id);
  copy_text(output.name(), info.label);
  if (device) copy_text(address_of(*device), info.ip);
  info.usage_state = usage_of(device.get());
  info.max_point_rate = kHighestRate;
  return info;
}

}  // namespace

void discover(Rack& rack, libera_emit_t emit, void* context) {
  const std::size_t count = rack.scan();
  for (std::size_t i = 0; i < count; ++i) {
    const auto info = info_of(*rack.at(i));
    emit(&info, context);
  }
}

Output* find_output(const Rack& rack, const char* id) {
  for (std::size_t i = 0; Output* const output = rack.at(i); ++i) {
    libera_controller_info_t info{};
    copy_text(output->target(), info.id);
    if (std::string_view(info.id) == std::string_view(id, strnlen(id, sizeof(info.id)))) return output;
  }
  return nullptr;
}

}  // namespace idn::plugins::libera
