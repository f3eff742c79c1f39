// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "idn/time.hpp"

namespace idn::bench {

/// How many datagrams per second a loop sends that does nothing else: the same system call in batches of the
/// same size, to as many receivers, into the same kind of sink. The limit of any sender on one core.
/// @throws cli::Failure
double bare_datagrams_per_second(std::size_t projectors, std::size_t batch, Duration length);

}  // namespace idn::bench
