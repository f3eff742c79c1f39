// SPDX-License-Identifier: MIT
#include "plugins/libera/properties.hpp"

#include <array>

namespace idn::plugins::libera {
namespace {

struct Snapshot {
  const client::Device& device;
  client::Status status;
};

constexpr double kNanosPerMillisecond = 1e6;

double milliseconds(Duration time) {
  return static_cast<double>(time.count()) / kNanosPerMillisecond;
}

double limited_samples(const client::OutputCounts& counts) {
  return static_cast<double>(counts.picture + counts.speed + counts.acceleration + counts.zones +
                             counts.allowed + counts.brightness + counts.dwell);
}

struct Property {
  libera_property_t description;
  double (*value)(const Snapshot& snapshot);
};

constexpr std::array kProperties{
    Property{{"receiver",
              "Receiver: 0 no answer yet, 1 plays, 2 used by another, 3 refuses, 4 silent, 5 missing", ""},
             [](const Snapshot& snapshot) { return static_cast<double>(snapshot.status.link); }},
    Property{{"refused", "Datagrams that the receiver lost or refused", "%"},
             [](const Snapshot& snapshot) { return 100 * snapshot.device.sent().refusals.value().share(); }},
    Property{
        {"link_quality", "Link quality as the receiver reports it, 0 unknown, 1 poor to 255 faultless", ""},
        [](const Snapshot& snapshot) {
          return static_cast<double>(snapshot.device.sent().last_answer.value().link_quality);
        }},
    Property{{"round_trip", "Round trip to the receiver, 0 unknown", "ms"},
             [](const Snapshot& snapshot) { return milliseconds(snapshot.status.round_trip); }},
    Property{{"receiver_latency", "Latency of the receiver, 0 unknown", "ms"},
             [](const Snapshot& snapshot) { return milliseconds(snapshot.status.receiver_latency); }},
    Property{{"buffered", "Waiting to be sent", "ms"},
             [](const Snapshot& snapshot) { return milliseconds(snapshot.status.buffered); }},
    Property{{"starved", "Dark points since the application was late", "points"},
             [](const Snapshot& snapshot) { return static_cast<double>(snapshot.status.starved_samples); }},
    Property{{"send_errors", "Datagrams that system or network refused", ""},
             [](const Snapshot& snapshot) { return static_cast<double>(snapshot.status.send_errors); }},
    Property{{"late_ticks", "Wake-ups more than 0.1 ms late", ""},
             [](const Snapshot& snapshot) { return static_cast<double>(snapshot.status.late_ticks); }},
    Property{{"reconnects", "Times that the receiver lost the stream", ""},
             [](const Snapshot& snapshot) { return static_cast<double>(snapshot.status.reconnects); }},
    Property{{"limited", "Points that limits have changed", "points"},
             [](const Snapshot& snapshot) { return limited_samples(snapshot.status.limited); }},
};

constexpr auto kDescriptions = [] {
  std::array<libera_property_t, kProperties.size()> descriptions{};
  for (std::size_t i = 0; i < descriptions.size(); ++i) descriptions[i] = kProperties[i].description;
  return descriptions;
}();

/// While the projector is missing, only the first property, "receiver", has a value.
double value_while_missing(std::uint32_t index) {
  return index == 0 ? static_cast<double>(client::LinkState::Missing) : 0;
}

}  // namespace

std::span<const libera_property_t> properties() noexcept {
  return kDescriptions;
}

std::optional<double> property_value(std::uint32_t index, const client::Device* device) {
  if (index >= kProperties.size()) return std::nullopt;
  if (device == nullptr) return value_while_missing(index);
  return kProperties[index].value({*device, device->status()});
}

}  // namespace idn::plugins::libera
