// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/ilda/file.hpp"

namespace idn::cli {

/// Throws Failure, kEnvironment, where the file cannot be read or is not an .ild file.
ilda::File load_ilda(const std::string& path);

}  // namespace idn::cli
