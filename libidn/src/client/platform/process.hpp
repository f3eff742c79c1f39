// SPDX-License-Identifier: MIT
#pragma once

namespace idn::client::platform {

/// As the system numbers it. A fork has another one, and none of the threads.
long process_id() noexcept;

/// Whether other threads still run where a process destroys its static objects.
bool threads_run_at_end() noexcept;

/// Whether the process ends and has ended all of its threads but the calling one, wherever they were.
bool has_ended_threads() noexcept;

}  // namespace idn::client::platform
