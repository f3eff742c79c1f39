// SPDX-License-Identifier: MIT
// The same picture on every projector of the network, or on those that are named.
// Usage: example_projectors [TARGET...]
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "idn/idn.hpp"
#include "idn/picture/path.hpp"

int main(int argc, char** argv) {
  idn::Engine engine;
  idn::Devices devices(engine);
  std::vector<std::string> targets(argv + 1, argv + argc);
  if (targets.empty())
    for (const auto& found : devices.list()) targets.push_back(found.target);

  std::vector<idn::Device> projectors;
  for (const auto& target : targets) {
    auto device = devices.open(target);
    if (!device) {
      std::fprintf(stderr, "%s\n", device.error().message().c_str());
      continue;
    }
    device->arm(true);
    projectors.push_back(*std::move(device));
  }
  const auto line = idn::picture::Path({30'000}, 1).move_to(-0.5, 0).line_to(0.5, 0, {.g = 255}).take();
  for (auto& projector : projectors) {
    projector.show(line);
    projector.keep(std::chrono::seconds(5));
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));
  for (const auto& projector : projectors)
    std::printf("%s: %s\n", projector.target().c_str(), to_string(projector.status().link).data());
}
