// SPDX-License-Identifier: MIT
#pragma once

#include "idn/client/output_options.hpp"
#include "idn/idn.h"

namespace idn::c {

/// What `given` says, NULL for nothing. Ranges are for whoever opens the device to check.
/// @return IDN_OK, IDN_ERR_STRUCT_SIZE, IDN_ERR_ARGUMENT or IDN_ERR_BAD_OPTION
int read_output(const idn_output_options_t* given, client::OutputOptions& output);

}  // namespace idn::c
