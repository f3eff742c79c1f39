// SPDX-License-Identifier: MIT
// Arms, darkens, changes rate and projector while playing, by lines of standard input: "arm", "disarm", "rate
// N", "to DEVICE". Usage: console DEVICE
#include <cmath>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

#include <helios.h>

int main(int argc, char** argv) {
  auto device = static_cast<unsigned>(argc > 1 ? std::stoul(argv[1]) : 0);
  if (OpenDevices() < 1) return 1;
  std::vector<HeliosPoint> circle, dark;
  for (int i = 0; i < 600; ++i) {
    const double angle = 2 * std::numbers::pi * i / 600;
    const double x = 2048 + 1024 * std::cos(angle), y = 2048 + 1024 * std::sin(angle);
    circle.push_back({static_cast<uint16_t>(x), static_cast<uint16_t>(y), 255, 0, 0, 255});
    dark.push_back({static_cast<uint16_t>(x), static_cast<uint16_t>(y), 0, 0, 0, 0});
  }
  bool armed = false;
  int rate = 30'000;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "arm" || line == "disarm") armed = line == "arm";
    if (line.starts_with("rate ")) rate = std::stoi(line.substr(5));
    if (line.starts_with("to ")) {
      Stop(device);
      device = static_cast<unsigned>(std::stoul(line.substr(3)));
    }
    while (GetStatus(device) == 0) continue;
    if (WriteFrame(device, rate, 1, armed ? circle.data() : dark.data(), 600) < 0) std::cerr << "refused\n";
    std::cout << (GetStatus(device) < 0 ? "gone" : "there") << (armed ? ", armed" : "") << std::endl;
  }
  Stop(device);
  CloseDevices();
}
