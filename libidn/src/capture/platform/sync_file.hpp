// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <system_error>

namespace idn::capture {

/// Waits until the flushed octets of `file` have reached the disk. Does nothing for pipes and other streams
/// that cannot be synchronised; that is no error.
std::error_code sync_to_disk(std::FILE* file) noexcept;

}  // namespace idn::capture
