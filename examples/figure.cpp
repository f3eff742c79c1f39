// SPDX-License-Identifier: MIT
// A dot that revolves in phase with the clock, sample by sample. Usage: example_figure TARGET [SECONDS]
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
  // Called ahead for each sample, with the time at which it leaves: in phase even after lost samples.
  const auto filled = device->fill_each([](double seconds) {
    const double angle = 2 * std::numbers::pi * std::fmod(seconds, 1.0);
    return idn::sample_at(0.6 * std::sin(angle), 0.6 * std::cos(angle), 0, 0, 1);
  });
  if (!filled) return 1;
  std::this_thread::sleep_for(std::chrono::seconds(argc > 2 ? std::atoi(argv[2]) : 2));
}
