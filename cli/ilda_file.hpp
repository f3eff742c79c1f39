// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn/ilda/reader.hpp"

namespace idn::cli {

/// Reads an .ild file. Throws Failure (kEnvironment) if it cannot be read or is not an .ild file.
ilda::File load_ilda(const std::string& path);

/// The .ild files of a folder, by name, but no hidden ones, as macOS leaves them on sticks; `path` itself if it
/// is no folder. Throws Failure (kEnvironment).
std::vector<std::string> ilda_files(const std::string& path);

}  // namespace idn::cli
