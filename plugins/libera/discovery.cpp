// SPDX-License-Identifier: MIT
#include "plugins/libera/discovery.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "idn/stream/find/target.hpp"
#include "venue/shown_name.hpp"

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

/// Of a projector that is not open, only a search can tell whether it is there.
libera_usage_t usage_of(const client::Device* device, bool is_found) {
  using enum client::LinkState;
  if (device == nullptr) return is_found ? LIBERA_USAGE_IDLE : LIBERA_USAGE_UNKNOWN;
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

libera_network_t network_of(const std::string& ip, std::uint16_t port) {
  libera_network_t network{.has_value = true, .ip = {}, .port = port};
  copy_text(ip, network.ip);
  return network;
}

/// Address of a target that is one; it is the only one known before the projector is open.
libera_network_t network_of(const std::string& target) {
  const auto parsed = stream::parse_target(target);
  const bool is_address =
      parsed && !parsed->unit && parsed->host.find_first_not_of("0123456789.") == std::string::npos;
  return is_address ? network_of(parsed->host, parsed->port) : libera_network_t{};
}

libera_network_t network_of(const Endpoint& endpoint) {
  const std::string text = to_string(endpoint);
  return network_of(text.substr(0, text.find(':')), endpoint.port);
}

libera_controller_info_t info_of(const Rack& rack, const Output& output) {
  const auto device = output.device();
  const auto found = device ? std::optional(device->status().remote) : rack.found_at(output);
  libera_controller_info_t info{};
  copy_text(output.target(), info.id);
  copy_text(output.name(), info.label);
  info.max_point_rate = kHighestRate;
  info.usage = usage_of(device.get(), found.has_value());
  info.network = found ? network_of(*found) : network_of(output.target());
  return info;
}

}  // namespace

void discover(Rack& rack, libera_emit_t emit, void* context) {
  const std::size_t count = rack.scan();
  for (std::size_t i = 0; i < count; ++i) {
    const auto info = info_of(rack, *rack.at(i));
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
