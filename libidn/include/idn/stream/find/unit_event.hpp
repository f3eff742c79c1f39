// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/stream/find/unit_list.hpp"

namespace idn::stream {

/// What the searches for the unit of a stream have found.
struct UnitEvent {
  /// What happens to the unit.
  enum class Kind : std::uint8_t {
    Moved,      ///< the unit is at `to`: the stream has to switch there
    Displaced,  ///< another unit has the address: nothing may be sent until this one is found
    Ambiguous,  ///< another unit with the same ID seems to be at `to`: the stream stays. Once per stream
  };
  Kind kind{};            ///< what happens
  Endpoint from{};        ///< the address of the stream until now
  Endpoint to{};          ///< Moved, Ambiguous: the other address
  UnitKey other{};        ///< Displaced: the unit that answers at `from`
  TimePoint last_seen{};  ///< when the unit was last known to be at `from`
  Duration dark{0};       ///< Moved: from `last_seen` to the switch of the stream; set by io::UnitFollower
};

}  // namespace idn::stream
