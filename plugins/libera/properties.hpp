// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "idn/client/device.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// The numbers that hosts can read of a controller, for the table. Static storage.
std::span<const libera_property_t> properties() noexcept;

/// @param device null: the projector is missing
/// @return none if there is no such property
std::optional<double> property_value(std::uint32_t index, const client::Device* device);

}  // namespace idn::plugins::libera
