// SPDX-License-Identifier: MIT
// Arms, blacks out and retargets by lines of standard input: "arm", "disarm", "dark", "light", "to TARGET".
// Usage: example_console TARGET
#include <iostream>
#include <numbers>
#include <vector>

#include "idn/idn.hpp"
#include "idn/picture/path.hpp"

int main(int argc, char** argv) {
  idn::Engine engine;
  idn::Devices devices(engine);
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1");
  if (!device) return std::cerr << device.error().message() << "\n", 1;

  device->show(idn::picture::Path({30'000}, 1).move_to(0.5, 0).circle(0, 0, 0.5, 0.02, {.r = 255}).take());
  device->keep(std::chrono::hours(24));
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "arm") device->arm(true);
    if (line == "disarm") device->arm(false);
    if (line == "dark") device->blackout(true);
    if (line == "light") device->blackout(false);
    if (line.starts_with("to "))
      if (const auto moved = device->retarget(line.substr(3)); !moved)
        std::cerr << moved.error().message() << "\n";
    const auto status = device->status();
    std::cout << to_string(status.link) << (status.armed ? ", armed" : "") << (status.blackout ? ", dark" : "")
              << std::endl;
  }
}
