// SPDX-License-Identifier: MIT
// Plays cues, by lines of standard input: "cue N", "arm", "disarm", "dark", "light", "master 0.5", "keystone
// 0.1" (narrower at the top). Usage: example_cues TARGET
#include <iostream>

#include "idn/idn.hpp"

using idn::picture::Drawing;

int main(int argc, char** argv) {
  const Drawing cues[] = {Drawing().colour({255, 0, 0}).circle(0, 0, 0.5),
                          Drawing().colour({0, 255, 0}).polygon(0, 0, 0.6, 5),
                          Drawing().text("cue", -Drawing::text_width("cue", 0.4) / 2, -0.2, 0.4)};
  idn::Devices devices;
  idn::DeviceOptions options{.hold = std::chrono::hours(24)};
  auto device = devices.open(argc > 1 ? argv[1] : "127.0.0.1", options);
  if (!device) return std::cerr << device.error().message() << "\n", 1;
  if (const auto shown = device->show(cues[0]); !shown) return std::cerr << shown.error().message() << "\n", 1;
  for (std::string line; std::getline(std::cin, line);) {
    const auto space = std::min(line.find(' '), line.size());
    const std::string word = line.substr(0, space);
    const double number = std::atof(line.c_str() + space);
    idn::Result<void> done;
    if (word == "cue") done = device->show(cues[static_cast<int>(number) % 3]).map([](auto) {});
    if (word == "arm" || word == "disarm") device->arm(word == "arm");
    if (word == "dark" || word == "light") device->blackout(word == "dark");
    if (word == "master") device->set_brightness(number);
    if (word == "keystone") {
      options.output.orientation.keystone.top_left.x = number - 1;
      options.output.orientation.keystone.top_right.x = 1 - number;
      done = device->set_output(options.output);
    }
    if (!done) std::cerr << done.error().message() << "\n";
    const auto status = device->status();
    std::cout << to_string(status.link) << (status.armed ? ", armed" : "") << (status.blackout ? ", dark" : "")
              << std::endl;
  }
}
