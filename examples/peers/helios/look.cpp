// SPDX-License-Identifier: MIT
// A picture mirrored, and its colours 100 us later than its positions. Usage: look DEVICE
#include <cstdlib>
#include <thread>
#include <vector>

#include <helios.h>

int main(int argc, char** argv) {
  const auto device = static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 0);
  if (OpenDevices() < 1) return 1;
  std::vector<HeliosPoint> line;
  for (int i = 0; i <= 100; ++i)
    line.push_back({static_cast<uint16_t>(2048 + 2047 * i / 100), 2048, 255, 0, 0, 255});
  for (int i = 100; i >= 0; --i) line.push_back({line[static_cast<std::size_t>(i)].x, 2048, 0, 0, 0, 0});
  std::vector<HeliosPoint> shown = line;
  for (std::size_t i = 0; i < line.size(); ++i) {
    shown[(i + 3) % line.size()] = line[i];  // 100 us at 30 kHz; cyclic, since the frame is repeated
    shown[(i + 3) % line.size()].x = static_cast<uint16_t>(4095 - line[(i + 3) % line.size()].x);
  }
  while (GetStatus(device) != 1) continue;
  if (WriteFrame(device, 30'000, 0, shown.data(), 202) < 0) return 1;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  Stop(device);
  CloseDevices();
}
