// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "viewer/window.hpp"

namespace idn::viewer {

int run_window(const Options&, int, char**) {
  throw cli::Failure(
      cli::kEnvironment,
      "this program was built without its window (Qt 6 Widgets, Debian and Ubuntu: apt-get install "
      "qt6-base-dev); --render, --render-frames, --film and --hottest need none");
}

}  // namespace idn::viewer
