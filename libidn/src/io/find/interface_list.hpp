// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn/io/find/network.hpp"
#include "io/platform/system_interface.hpp"

namespace idn::io {

/// Which of these interfaces a search for units can use, and what is wrong with the others. In
/// network_interfaces.cpp.
InterfaceList classify_interfaces(std::span<const platform::SystemInterface> interfaces);

}  // namespace idn::io
