// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/ilda/reader.hpp"

namespace idn::cli {

/// Reads an .ild file. Throws Failure (kEnvironment) if it cannot be read or is not an .ild file.
ilda::File load_ilda(const std::string& path);

}  // namespace idn::cli
