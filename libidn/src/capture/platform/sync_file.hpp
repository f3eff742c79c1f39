// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <system_error>

namespace idn::capture {

/// Waits until what was flushed of `file` has reached the disk. Nothing to do, and no error, for what is no
/// file, such as a pipe.
std::error_code sync_to_disk(std::FILE* file) noexcept;

}  // namespace idn::capture
