// SPDX-License-Identifier: MIT
// An external program: streams 10 ms of dark samples.
#include <chrono>
#include <idn/idn.hpp>
#include <vector>

int main() {
  idn::Engine engine;
  idn::Devices devices(engine, idn::Search::Off);
  auto device = devices.open("127.0.0.1", {.rate = 100'000});
  if (!device || !device->write(std::vector<idn::LaserSample>(1000), std::chrono::seconds(1))) return 1;
  device->close(std::chrono::seconds(1));
  return device->status().samples >= 1000 ? 0 : 1;
}
