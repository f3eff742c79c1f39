// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/common/rack.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// All outputs that there are, for the list of a host. The first call waits for a search, about half a second.
void discover(Rack& rack, libera_emit_t emit, void* context);

/// By the id that discover() gave it; nothing where there is none.
Output* find_output(const Rack& rack, const char* id);

}  // namespace idn::plugins::libera
