// SPDX-License-Identifier: MIT
#pragma once

#include "idn/idn.h"
#include "idn/output/output_options.hpp"

namespace idn::c {

/// Converts `given` to `output`; NULL leaves it unchanged. Ranges are checked later, by opening the device.
/// @return IDN_OK, IDN_ERR_STRUCT_SIZE, IDN_ERR_ARGUMENT or IDN_ERR_BAD_OPTION
int read_output(const idn_output_options_t* given, output::OutputOptions& output);

}  // namespace idn::c
