// SPDX-License-Identifier: MIT
// The same picture on every projector of the network, or on those that are named.
// Usage: example_projectors [TARGET...]
#include <cstdio>
#include <thread>

#include "idn/idn.hpp"
#include "idn/picture/path.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  idn::Devices devices;
  auto projectors = devices.open_all({argv + 1, argv + argc}, {.hold = 5s});
  if (!projectors) return std::fprintf(stderr, "%s\n", projectors.error().message().c_str()), 1;
  const auto line = idn::picture::Path({30'000}, 1).move_to(-0.5, 0).line_to(0.5, 0, {0, 255, 0}).take();
  for (auto& projector : *projectors) {
    projector.arm(true);
    projector.show(line);
  }
  std::this_thread::sleep_for(1s);
}
