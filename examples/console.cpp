// SPDX-License-Identifier: MIT
// Arms, darkens, changes rate and projector while playing, by lines of standard input: "arm", "disarm", "dark",
// "light", "rate N", "to TARGET". Usage: example_console TARGET
#include <iostream>

#include "idn/idn.hpp"
#include "idn/picture/path.hpp"

int main(int argc, char** argv) {
  idn::Devices devices;
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1", {.hold = std::chrono::hours(24)});
  if (!device) return std::cerr << device.error().message() << "\n", 1;
  device->show(idn::picture::Path({30'000}, 1).circle(0, 0, 0.5, 0.02, {255, 0, 0}).take());
  for (std::string line; std::getline(std::cin, line);) {
    idn::Result<void> done;
    if (line == "arm" || line == "disarm") device->arm(line == "arm");
    if (line == "dark" || line == "light") device->blackout(line == "dark");
    if (line.starts_with("rate ")) done = device->set_rate(static_cast<unsigned>(std::stoul(line.substr(5))));
    if (line.starts_with("to ")) done = device->retarget(line.substr(3));
    if (!done) std::cerr << done.error().message() << "\n";
    const auto status = device->status();
    std::cout << to_string(status.link) << (status.armed ? ", armed" : "") << (status.blackout ? ", dark" : "")
              << std::endl;
  }
}
