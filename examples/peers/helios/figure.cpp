// SPDX-License-Identifier: MIT
// A dot that revolves once a second, computed sample by sample, for two seconds; by a count of samples, since
// the interface does not report when a frame is drawn. Usage: figure DEVICE
#include <cmath>
#include <cstdlib>
#include <numbers>

#include <helios.h>

int main(int argc, char** argv) {
  const auto device = static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 0);
  if (OpenDevices() < 1) return 1;
  HeliosPoint points[600];
  for (int sent = 0; sent < 60'000; sent += 600) {
    for (int i = 0; i < 600; ++i) {
      const double angle = 2 * std::numbers::pi * (sent + i) / 30'000;
      const double x = 2048 + 1200 * std::sin(angle), y = 2048 + 1200 * std::cos(angle);
      points[i] = {static_cast<uint16_t>(x), static_cast<uint16_t>(y), 0, 0, 255, 255};
    }
    while (GetStatus(device) != 1) continue;
    if (WriteFrame(device, 30'000, HELIOS_SINGLE, points, 600) < 0) return 1;
  }
  Stop(device);
  CloseDevices();
}
