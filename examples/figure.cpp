// SPDX-License-Identifier: MIT
// A dot that turns with a clock, computed sample by sample. Usage: example_figure TARGET [SECONDS]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <thread>

#include "idn/idn.hpp"

int main(int argc, char** argv) {
  idn::Devices devices;
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1", {.rate = 30'000});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);
  // Asked ahead for each sample, by the moment at which it leaves: in time, whatever was lost on the way.
  const auto filled = device->fill_each([](double seconds) {
    const double angle = 2 * std::numbers::pi * std::fmod(seconds, 1.0);
    return idn::sample_at(0.6 * std::sin(angle), 0.6 * std::cos(angle), 0, 0, 1);
  });
  if (!filled) return 1;
  std::this_thread::sleep_for(std::chrono::seconds(argc > 2 ? std::atoi(argv[2]) : 2));
}
