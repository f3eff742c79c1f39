// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/io/receive/unit_loop.hpp"

namespace idn::bench {

/// Opens a socket on 127.0.0.1, at a free port. @throws cli::Failure
std::unique_ptr<io::UnitSocket> open_loopback_socket(io::UnitLoop& loop);

}  // namespace idn::bench
