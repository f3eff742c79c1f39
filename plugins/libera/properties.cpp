// SPDX-License-Identifier: MIT
#include "plugins/libera/properties.hpp"

#include <array>

namespace idn::plugins::libera {
namespace {

struct Known {
  const client::Device& device;
  client::Status status;
};

constexpr double kUnitsOfMillisecond = 1e6;

double milliseconds(Duration time) {
  return static_cast<double>(time.count()) / kUnitsOfMillisecond;
}

double limited_samples(const client::OutputCounts& counts) {
  return static_cast<double>(counts.picture + counts.speed + counts.acceleration + counts.zones +
                             counts.allowed + counts.brightness + counts.dwell);
}

struct Property {
  libera_property_t shown;
  double (*value)(const Known& known);
};

constexpr std::array kProperties{
    Property{{"receiver",
              "Receiver: 0 no answer yet, 1 plays, 2 used by another, 3 refuses, 4 silent, 5 missing", ""},
             [](const Known& known) { return static_cast<double>(known.status.link); }},
    Property{{"refused", "Datagrams that the receiver lost or refused", "%"},
             [](const Known& known) { return 100 * known.device.sent().refusals.value().share(); }},
    Property{
        {"link_quality", "Link quality as the receiver reports it, 0 unknown, 1 poor to 255 faultless", ""},
        [](const Known& known) {
          return static_cast<double>(known.device.sent().last_answer.value().link_quality);
        }},
    Property{{"round_trip", "Round trip to the receiver, 0 unknown", "ms"},
             [](const Known& known) { return milliseconds(known.status.round_trip); }},
    Property{{"receiver_latency", "Latency of the receiver, 0 unknown", "ms"},
             [](const Known& known) { return milliseconds(known.status.receiver_latency); }},
    Property{{"buffered", "Waiting to be sent", "ms"},
             [](const Known& known) { return milliseconds(known.status.buffered); }},
    Property{{"starved", "Dark points since the application was late", "points"},
             [](const Known& known) { return static_cast<double>(known.status.starved_samples); }},
    Property{{"send_errors", "Datagrams that system or network refused", ""},
             [](const Known& known) { return static_cast<double>(known.status.send_errors); }},
    Property{{"late_ticks", "Wake-ups more than 0.1 ms late", ""},
             [](const Known& known) { return static_cast<double>(known.status.late_ticks); }},
    Property{{"reconnects", "Times that the receiver lost the stream", ""},
             [](const Known& known) { return static_cast<double>(known.status.reconnects); }},
    Property{{"limited", "Points that limits have changed", "points"},
             [](const Known& known) { return limited_samples(known.status.limited); }},
};

constexpr auto kShown = [] {
  std::array<libera_property_t, kProperties.size()> shown{};
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = kProperties[i].shown;
  return shown;
}();

/// Of what is not there only the first property says anything.
double value_while_missing(std::uint32_t index) {
  return index == 0 ? static_cast<double>(client::LinkState::Missing) : 0;
}

}  // namespace

std::span<const libera_property_t> properties() noexcept {
  return kShown;
}

std::optional<double> property_value(std::uint32_t index, const client::Device* device) {
  if (index >= kProperties.size()) return std::nullopt;
  if (device == nullptr) return value_while_missing(index);
  return kProperties[index].value({*device, device->status()});
}

}  // namespace idn::plugins::libera
