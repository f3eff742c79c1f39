// SPDX-License-Identifier: MIT
// A green circle for one second. Usage: circle DEVICE
#include <cmath>
#include <cstdlib>
#include <numbers>

#include <helios.h>

int main(int argc, char** argv) {
  const auto device = static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 0);
  if (OpenDevices() < 1) return 1;
  HeliosPoint circle[1000];
  for (int i = 0; i < 1000; ++i) {
    const double angle = 2 * std::numbers::pi * i / 1000;
    const double x = 2048 + 1200 * std::cos(angle), y = 2048 + 1200 * std::sin(angle);
    circle[i] = {static_cast<uint16_t>(x), static_cast<uint16_t>(y), 0, 255, 0, 255};
  }
  for (int turn = 0; turn < 30; ++turn) {
    while (GetStatus(device) != 1) continue;
    if (WriteFrame(device, 30'000, HELIOS_SINGLE, circle, 1000) < 0) return 1;
  }
  while (GetStatus(device) != 1) continue;  // the last one is being drawn
  Stop(device);
  CloseDevices();
}
