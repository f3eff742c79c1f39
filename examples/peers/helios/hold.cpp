// SPDX-License-Identifier: MIT
// An application that hangs: its picture is dark 300 ms later. Usage: hold DEVICE
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include <helios.h>

using namespace std::chrono_literals;
using std::chrono::steady_clock;

int main(int argc, char** argv) {
  const auto device = static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 0);
  if (OpenDevices() < 1) return 1;
  std::atomic<steady_clock::time_point> last_call{steady_clock::now()};
  std::jthread watchdog([&](const std::stop_token& stop) {
    while (!stop.stop_requested() && steady_clock::now() < last_call.load() + 300ms)
      std::this_thread::sleep_for(1ms);
    Stop(device);
  });
  std::vector<HeliosPoint> line;
  for (int i = 0; i <= 100; ++i)
    line.push_back({static_cast<uint16_t>(1024 + 2048 * i / 100), 2048, 255, 0, 0, 255});
  for (int i = 100; i >= 0; --i) line.push_back({line[static_cast<std::size_t>(i)].x, 2048, 0, 0, 0, 0});
  while (GetStatus(device) != 1) continue;
  if (WriteFrame(device, 30'000, 0, line.data(), 202) < 0) return 1;
  last_call = steady_clock::now();
  std::this_thread::sleep_for(2s);
  watchdog.request_stop();
  watchdog.join();
  CloseDevices();
}
