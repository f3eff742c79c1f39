// SPDX-License-Identifier: MIT
#include <sys/prctl.h>

#include <atomic>
#include <csignal>

#include "bench/command.hpp"
#include "cli/command_line.hpp"

namespace idn::bench {
namespace {

/// Keeps one core busy until it is killed.
[[noreturn]] int run_busy() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends when its parent does
  std::atomic<std::uint64_t> work = 0;
  for (;;) work.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

void add_busy(const cli::CommandLine& app, Run& run) {
  const cli::CommandLine command = app.add_subcommand("busy", "The load that pacing --load puts on a core");
  command.hide();
  command.callback([&run] { run = run_busy; });
}

}  // namespace idn::bench
