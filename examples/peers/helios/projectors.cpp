// SPDX-License-Identifier: MIT
// The same picture on every projector, or on those that are named. Usage: projectors [DEVICE...]
#include <cstdlib>
#include <thread>
#include <vector>

#include <helios.h>

int main(int argc, char** argv) {
  const int found = OpenDevices();
  std::vector<unsigned> devices;
  for (int i = 1; i < argc; ++i) devices.push_back(static_cast<unsigned>(std::atoi(argv[i])));
  if (devices.empty())
    for (int i = 0; i < found; ++i) devices.push_back(static_cast<unsigned>(i));

  std::vector<HeliosPoint> line;
  for (int i = 0; i <= 100; ++i)
    line.push_back({static_cast<uint16_t>(1024 + 2048 * i / 100), 2048, 0, 255, 0, 255});
  for (int i = 100; i >= 0; --i) line.push_back({line[static_cast<std::size_t>(i)].x, 2048, 0, 0, 0, 0});
  for (const unsigned device : devices) {
    while (GetStatus(device) == 0) continue;
    if (WriteFrame(device, 30'000, 0, line.data(), 202) < 0) return 1;
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));
  for (const unsigned device : devices) Stop(device);
  CloseDevices();
}
