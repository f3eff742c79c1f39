// SPDX-License-Identifier: MIT
// Pictures from a loop of 60 per second that is late now and then. Usage: example_pictures TARGET [SECONDS]
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "idn/idn.hpp"

using namespace std::chrono_literals;

namespace {

/// A square that grows and shrinks.
std::vector<idn::LaserSample> square(int frame) {
  std::vector<idn::LaserSample> points;
  const int size = 10'000 + 100 * std::abs(frame % 120 - 60);
  const auto line = [&](int x1, int y1, int x2, int y2) {
    for (int i = 0; i <= 40; ++i)
      points.push_back({.x = static_cast<std::int16_t>(x1 + (x2 - x1) * i / 40),
                        .y = static_cast<std::int16_t>(y1 + (y2 - y1) * i / 40),
                        .r = 0xFFFF});
  };
  line(-size, -size, size, -size), line(size, -size, size, size);
  line(size, size, -size, size), line(-size, size, -size, -size);
  return points;
}

}  // namespace

int main(int argc, char** argv) {
  idn::Engine engine;
  idn::Devices devices(engine);
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1", {.hold = 300ms});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);
  for (int frame = 0; frame < 60 * (argc > 2 ? std::atoi(argv[2]) : 2); ++frame) {
    if (const auto shown = device->show(square(frame)); !shown) return 1;
    std::this_thread::sleep_for(frame % 60 == 59 ? 200ms : 16ms);  // the picture stays meanwhile
  }
}
