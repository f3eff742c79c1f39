// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace idn::io::platform {

/// A descriptor of `octets` octets of shared memory without a name; the caller closes it. Its size is fixed
/// where the system can enforce that. Negative, with errno, on failure.
int create_unnamed_memory(std::size_t octets) noexcept;

}  // namespace idn::io::platform
