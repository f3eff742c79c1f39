// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/common/rack.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// Calls `emit` for each output, for the list of a host. The first call waits for a search, about half a
/// second.
void discover(Rack& rack, libera_emit_t emit, void* context);

/// The output with the id that discover() passed; null if there is none.
Output* find_output(const Rack& rack, const char* id);

}  // namespace idn::plugins::libera
