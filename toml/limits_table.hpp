// SPDX-License-Identifier: MIT
#pragma once

#include "idn/output/output_limits.hpp"
#include "toml/toml_table.hpp"

namespace idn {

/// Reads the keys of a table of limits, those of a file as in idn/output/output_limits.hpp, or one within the
/// settings of a program. Throws BadToml.
output::OutputLimits read_limits(TomlTable& table);

}  // namespace idn
