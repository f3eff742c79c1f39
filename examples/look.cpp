// SPDX-License-Identifier: MIT
// A picture mirrored, and its colours 100 us later than its positions. Usage: example_look TARGET
#include <cstdio>
#include <thread>

#include "idn/idn.hpp"
#include "idn/picture/path.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  idn::Devices devices;
  const idn::OutputOptions look{.orientation = {.mirror_x = true}, .colour_shift = 100us};
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1", {.hold = 2s, .output = look});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);
  device->show(idn::picture::Path({30'000}, 1).move_to(0, 0).line_to(1, 0, {255, 0, 0}).take());
  std::this_thread::sleep_for(1s);
}
