// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "idn/client/device.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// What hosts can ask of a controller, for the table. Lives as long as the module.
std::span<const libera_property_t> properties() noexcept;

/// @param device nothing: the projector is missing
/// @return nothing where there is no such property
std::optional<double> property_value(std::uint32_t index, const client::Device* device);

}  // namespace idn::plugins::libera
