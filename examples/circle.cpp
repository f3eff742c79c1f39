// SPDX-License-Identifier: MIT
// A green circle for one second, as samples. Usage: example_circle TARGET
#include <cstdio>

#include "idn/idn.hpp"
#include "idn/picture/path.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  idn::Devices devices;
  const char* target = argc > 1 ? argv[1] : "127.0.0.1";  // or a unit's name or ID: followed to a new address
  auto device = devices.open(target, {.rate = 30'000});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;

  const auto circle = idn::picture::Path({30'000}, 0.6).circle(0, 0, 1, 1.0 / 30, {0, 255, 0}).take();
  device->arm(true);
  for (int turn = 0; turn < 30; ++turn)
    if (!device->write(circle, 1s)) return 1;  // waits for room, a second at most
  // Plays the rest of the queue; then sends a blanked chunk, channel close, session close.
  device->close(1s);
}
