// SPDX-License-Identifier: MIT
// A dot that turns with a clock: fill() is asked ahead, and told when each sample leaves.
// Usage: example_figure TARGET [SECONDS]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <thread>

#include "idn/idn.hpp"

int main(int argc, char** argv) {
  idn::Engine engine;
  idn::Devices devices(engine);
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1", {.rate = 30'000});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);

  // Once round in each second of the monotonic clock, whatever was lost on the way.
  const auto filled = device->fill([](const idn::Request& request, std::span<idn::LaserSample> room) {
    const double begin = idn::in_seconds(request.sent_at.time_since_epoch());
    for (std::size_t i = 0; i < room.size(); ++i) {
      const double angle =
          2 * std::numbers::pi * std::fmod(begin + static_cast<double>(i) / request.rate.per_second, 1.0);
      room[i] = {.x = static_cast<std::int16_t>(20'000 * std::sin(angle)),
                 .y = static_cast<std::int16_t>(20'000 * std::cos(angle)),
                 .b = 0xFFFF};
    }
    return room.size();
  });
  if (!filled) return 1;
  std::this_thread::sleep_for(std::chrono::seconds(argc > 2 ? std::atoi(argv[2]) : 2));
  device->stop();
}
