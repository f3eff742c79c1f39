// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "idn/time.hpp"

namespace idn::bench {

/// How many datagrams per second a loop sends that does nothing else: by the same system call as the library,
/// in batches of the same size, to as many receivers. The limit of a sender that uses this system call on one
/// core.
/// @throws cli::Failure
double bare_datagrams_per_second(std::size_t projectors, std::size_t batch, Duration length);

}  // namespace idn::bench
