// SPDX-License-Identifier: MIT
// Pictures from a loop of 60 per second that is late now and then. Usage: pictures DEVICE
#include <cstdlib>
#include <thread>
#include <vector>

#include <helios.h>

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  const auto device = static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 0);
  if (OpenDevices() < 1) return 1;
  constexpr int kCorners[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  for (int frame = 0; frame < 120; ++frame) {
    const int size = 600 + 6 * std::abs(frame % 120 - 60);  // grows and shrinks
    std::vector<HeliosPoint> square;
    for (int i = 0; i < 164; ++i) {
      const int *from = kCorners[i / 41], *to = kCorners[i / 41 + 1], along = i % 41;
      const int x = 2048 + size * (from[0] * (40 - along) + to[0] * along) / 40;
      const int y = 2048 + size * (from[1] * (40 - along) + to[1] * along) / 40;
      square.push_back({static_cast<uint16_t>(x), static_cast<uint16_t>(y), 255, 0, 0, 255});
    }
    while (GetStatus(device) != 1) continue;
    if (WriteFrame(device, 30'000, 0, square.data(), 164) < 0) return 1;
    std::this_thread::sleep_for(frame % 60 == 59 ? 200ms : 16ms);  // the picture stays meanwhile
  }
  Stop(device);
  CloseDevices();
}
