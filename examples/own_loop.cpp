// SPDX-License-Identifier: MIT
// An application with a loop of its own: nothing runs on another thread. Usage: example_own_loop TARGET
// [SECONDS]
#include <cstdio>
#include <cstdlib>

#include "idn/idn.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/picture/path.hpp"

int main(int argc, char** argv) {
  idn::Engine engine({.manual = true});
  idn::Devices devices(engine);
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1");
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);
  const auto line = idn::picture::Path({30'000}, 1).move_to(0, -0.5).line_to(0, 0.5, {.r = 255}).take();

  idn::io::MonotonicClock clock(idn::io::WaitMode::Sleep);  // any wait that returns in time will do
  const auto end = clock.now() + std::chrono::seconds(argc > 2 ? std::atoi(argv[2]) : 1);
  while (clock.now() < end) {
    device->show(line);
    clock.wait_until(engine.drive());
  }
}
