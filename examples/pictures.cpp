// SPDX-License-Identifier: MIT
// Pictures from a loop of 60 per second that is late now and then. Usage: example_pictures TARGET [SECONDS]
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "idn/idn.hpp"
#include "idn/picture/path.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  idn::Devices devices;
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1", {.hold = 300ms});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);
  constexpr idn::picture::Colour red{.r = 255, .g = 0, .b = 0};
  for (int frame = 0; frame < 60 * (argc > 2 ? std::atoi(argv[2]) : 2); ++frame) {
    idn::picture::Path square({30'000}, 0.3 + 0.003 * std::abs(frame % 120 - 60));  // grows and shrinks
    square.move_to(-1, -1).line_to(1, -1, red).line_to(1, 1, red).line_to(-1, 1, red).line_to(-1, -1, red);
    if (!device->show(square.take())) return 1;
    std::this_thread::sleep_for(frame % 60 == 59 ? 200ms : 16ms);  // the picture stays meanwhile
  }
}
