// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/hello.hpp"

/// The outputs of a unit and which channel owns each (sections 2.5 and 2.8).
namespace idn::stream {

/// The service type that plays a mode; Void if there is none.
constexpr wire::ServiceType service_type_of(wire::ServiceMode mode) noexcept {
  switch (mode) {
    case wire::ServiceMode::GraphicContinuous:
    case wire::ServiceMode::GraphicDiscrete:
    case wire::ServiceMode::EffectsContinuous:
    case wire::ServiceMode::EffectsDiscrete:
      return wire::ServiceType::LaserProjector;
    case wire::ServiceMode::Dmx512Continuous:
    case wire::ServiceMode::Dmx512Discrete:
      return wire::ServiceType::Dmx512;
    case wire::ServiceMode::AudioContinuous:
      return wire::ServiceType::Audio;
    case wire::ServiceMode::Void:
      break;
  }
  return wire::ServiceType::Void;
}

/// The one service of a unit that is a single projector: number 1, the default.
IDN_EXPORT std::vector<wire::ServiceMapEntry> one_laser(std::string_view name = "Laser");

/// Services of each of `types` under every ID, 1 to 255: for receivers that accept any service, since they only
/// observe.
IDN_EXPORT std::vector<wire::ServiceMapEntry> every_service(std::initializer_list<wire::ServiceType> types);

/// A service belongs to one channel at a time, in every mode.
/// Threads: one owner. Real-time: all but construction (no heap, lock, log).
class IDN_EXPORT ServiceTable {
 public:
  /// Identity of a channel; never dereferenced.
  using Owner = const void*;

  /// A service and the channel that owns it.
  struct Service {
    wire::ServiceMapEntry entry;  ///< as in the service map
    Owner owner = nullptr;        ///< a channel, or nobody
    /// Per source only: the last to get it by service 0, also while it is free. Nothing once it was asked for
    /// by its ID.
    std::optional<Endpoint> source{};
  };

  /// Services in the order of the service map.
  /// @param per_source as in ReceiverConfig
  explicit ServiceTable(std::span<const wire::ServiceMapEntry> entries, bool per_source = false);

  /// ID 0 means the default service of the mode: the one that carries the default flag, else the one with the
  /// lowest ID.
  /// @return nothing when no such service exists or it does not play this mode.
  Service* find(std::uint8_t service_id, wire::ServiceMode mode) noexcept;
  /// The same, but per source ID 0 means for lasers: the one that this source had last, else the first free
  /// one, the default before the others, else the default.
  Service* find(std::uint8_t service_id, wire::ServiceMode mode, const Endpoint& source) noexcept;

  /// @return false if another channel owns the service
  static bool claim(Service& service, Owner owner) noexcept;
  /// The same for a request of `source` for `service_id`, which is remembered per source.
  bool claim(Service& service, Owner owner, std::uint8_t service_id, const Endpoint& source) noexcept;
  /// Does nothing if another channel owns the service.
  static void release(Service& service, Owner owner) noexcept;

 private:
  Service* of_source(wire::ServiceMode mode, const Endpoint& source) noexcept;

  std::vector<Service> services_;  ///< by ascending ID
  bool per_source_;
};

}  // namespace idn::stream
