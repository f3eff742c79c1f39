// SPDX-License-Identifier: MIT
#pragma once

namespace idn::io::platform {

/// To be called first by each thread of the library: names it, for debuggers and profilers, and leaves signals
/// to the threads of the application, but those that an error of the thread itself raises.
/// @param name at most 15 characters
void set_up_thread(const char* name) noexcept;

}  // namespace idn::io::platform
