// SPDX-License-Identifier: MIT
#include "plugins/libera/properties.hpp"

#include <array>
#include <cstdio>

namespace idn::plugins::libera {
namespace {

struct Snapshot {
  const client::Device& device;
  client::DeviceStatus status;
};

constexpr char kUnknown[] = "unknown";

std::string text_of(double value, const char* unit) {
  std::array<char, 64> room{};
  (void)std::snprintf(room.data(), room.size(), "%.3f %s", value, unit);
  return room.data();
}

std::string milliseconds(Duration time) {
  constexpr double kNanosPerMillisecond = 1e6;
  return text_of(static_cast<double>(time.count()) / kNanosPerMillisecond, "ms");
}

/// Of a time that the receiver reports; 0: not reported.
std::string reported(Duration time) {
  return time == Duration{0} ? kUnknown : milliseconds(time);
}

std::string link_quality(std::uint8_t quality) {
  return quality == 0 ? kUnknown : std::to_string(quality) + " of 255";
}

std::uint64_t limited_samples(const client::OutputCounts& counts) {
  return counts.picture + counts.speed + counts.acceleration + counts.zones + counts.allowed +
         counts.brightness + counts.dwell;
}

struct Property {
  libera_property_t description;
  std::string (*text)(const Snapshot& snapshot);
};

constexpr std::array kProperties{
    Property{{"receiver", "Receiver"},
             [](const Snapshot& snapshot) { return std::string(to_string(snapshot.status.link)); }},
    Property{{"refused", "Datagrams that the receiver lost or refused"},
             [](const Snapshot& snapshot) { return text_of(100 * snapshot.status.refusals.share(), "%"); }},
    Property{{"link_quality", "Link quality as the receiver reports it"},
             [](const Snapshot& snapshot) { return link_quality(snapshot.status.last_answer.link_quality); }},
    Property{{"round_trip", "Round trip to the receiver"},
             [](const Snapshot& snapshot) { return reported(snapshot.status.round_trip); }},
    Property{{"receiver_latency", "Latency of the receiver"},
             [](const Snapshot& snapshot) { return reported(snapshot.status.receiver_latency); }},
    Property{{"buffered", "Waiting to be sent"},
             [](const Snapshot& snapshot) { return milliseconds(snapshot.status.buffered); }},
    Property{{"starved", "Dark points since the application was late"},
             [](const Snapshot& snapshot) { return std::to_string(snapshot.status.starved_samples); }},
    Property{{"send_errors", "Datagrams that system or network refused"},
             [](const Snapshot& snapshot) { return std::to_string(snapshot.status.send_errors); }},
    Property{{"late_ticks", "Wake-ups more than 0.1 ms late"},
             [](const Snapshot& snapshot) { return std::to_string(snapshot.status.late_ticks); }},
    Property{{"reconnects", "Times that the receiver lost the stream"},
             [](const Snapshot& snapshot) { return std::to_string(snapshot.status.reconnects); }},
    Property{{"limited", "Points that limits have changed"},
             [](const Snapshot& snapshot) { return std::to_string(limited_samples(snapshot.status.limited)); }},
};

constexpr auto kDescriptions = [] {
  std::array<libera_property_t, kProperties.size()> descriptions{};
  for (std::size_t i = 0; i < descriptions.size(); ++i) descriptions[i] = kProperties[i].description;
  return descriptions;
}();

/// While the projector is missing, only the first property, "receiver", has a value.
std::string text_while_missing(std::uint32_t index) {
  return index == 0 ? std::string(to_string(client::LinkState::Missing)) : kUnknown;
}

}  // namespace

std::span<const libera_property_t> properties() noexcept {
  return kDescriptions;
}

std::optional<std::string> property_text(std::uint32_t index, const client::Device* device) {
  if (index >= kProperties.size()) return std::nullopt;
  if (device == nullptr) return text_while_missing(index);
  return kProperties[index].text({*device, device->status()});
}

}  // namespace idn::plugins::libera
