// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace idn::io::platform {

/// A descriptor of memory that has no name and `octets` octets, which nobody can change any more where the
/// system can prevent that; to be closed by the caller. Negative, with errno, where there is none.
int create_unnamed_memory(std::size_t octets) noexcept;

}  // namespace idn::io::platform
