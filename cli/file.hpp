// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

namespace idn::cli {

/// Writes a whole file or leaves what was there: the content goes to a new file of the same folder, which takes
/// the name, and the permissions of the file it replaces, when it is complete. Devices and pipes are written as
/// they are. Throws Failure, kEnvironment, with the cause.
void write_whole_file(const std::string& path, std::span<const std::byte> content);

}  // namespace idn::cli
