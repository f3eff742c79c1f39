// SPDX-License-Identifier: MIT
// An application that hangs: its picture is dark 300 ms later. Usage: example_hold TARGET
#include <cstdio>
#include <thread>

#include "idn/idn.hpp"
#include "idn/picture/path.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  idn::Devices devices;
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1", {.hold = 300ms});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);
  device->show(idn::picture::Path({30'000}, 1).move_to(-0.5, 0).line_to(0.5, 0, {255, 0, 0}).take());
  std::this_thread::sleep_for(2s);
}
