// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn/io/network_interfaces.hpp"
#include "io/platform/system_interface.hpp"

namespace idn::io {

/// Which of these interfaces can be searched, and what is wrong with the others.
InterfaceList judge_interfaces(std::span<const platform::SystemInterface> interfaces);

}  // namespace idn::io
