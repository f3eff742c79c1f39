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

libera_usage_t usage_of(const client::Device* device) {
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

libera_network_t network_of(const client::Device& device) {
  const Endpoint remote = device.status().remote;
  const std::string text = to_string(remote);
  libera_network_t network{.has_value = true, .ip = {}, .port = remote.port};
  copy_text(text.substr(0, text.find(':')), network.ip);
  return network;
}

libera_controller_info_t info_of(const Output& output) {
  const auto device = output.device();
  libera_controller_info_t info{};
  copy_text(output.target(), info.id);
  copy_text(output.name(), info.label);
  info.max_point_rate = kHighestRate;
  info.usage = usage_of(device.get());
  if (device) info.network = network_of(*device);
  return info;
}

}  // namespace

void discover(Rack& rack, libera_emit_t emit, void* context) {
  const std::size_t count = rack.scan();
  for (std::size_t i = 0; i < count; ++i) {
    const auto info = info_of(*rack.at(i));
    emit(context, &info);
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
