// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>

#include "idn/client/device.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// What hosts can read of a controller, for the table. Static storage.
std::span<const libera_property_t> properties() noexcept;

/// The value with its unit: "12.5 ms".
/// @param device null: the projector is missing
/// @return none if there is no such property
std::optional<std::string> property_text(std::uint32_t index, const client::Device* device);

}  // namespace idn::plugins::libera
