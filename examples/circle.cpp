// SPDX-License-Identifier: MIT
// A green circle for one second, as samples. Usage: example_circle TARGET
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "idn/idn.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  idn::Engine engine;
  idn::Devices devices(engine);
  const char* target = argc > 1 ? argv[1] : "127.0.0.1";  // or a unit's name or ID: followed when it moves
  auto device = devices.open(target, {.rate = 30'000});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;

  std::vector<idn::LaserSample> circle(1000);
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / 1000;
    circle[i].x = static_cast<std::int16_t>(20'000 * std::cos(angle));
    circle[i].y = static_cast<std::int16_t>(20'000 * std::sin(angle));
    circle[i].g = 0xFFFF;
  }
  device->arm(true);
  for (int turn = 0; turn < 30; ++turn)
    if (const auto taken = device->write(circle, 1s); !taken) return 1;  // waits for room, a second at most
  device->close(1s);  // plays out, then a blanked chunk, channel close, session close
}
