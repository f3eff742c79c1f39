// SPDX-License-Identifier: MIT
// A turning cube with its name, 60 pictures per second, on projectors of 20, 30 and 60 kHz; a picture that
// takes longer than 1/60 s is reported. Usage: example_cube SECONDS TARGET...
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "idn/idn.hpp"

using idn::picture::Drawing;

Drawing cube_at(double degrees) {
  Drawing drawing;
  drawing.camera(4).colour({0, 255, 0}).push();
  drawing.translate(0, 0.2).rotate(degrees, 0.3, 1, 0).scale(0.4, 0.4, 0.4);
  for (const double z : {-1, 1})
    drawing.move_to(-1, -1, z).line_to(1, -1, z).line_to(1, 1, z).line_to(-1, 1, z).close();
  for (const double x : {-1, 1})
    for (const double y : {-1, 1}) drawing.move_to(x, y, -1).line_to(x, y, 1);
  return drawing.pop().colour({255, 0, 0}).text("cube", -Drawing::text_width("cube", 0.2) / 2, -0.8, 0.2);
}

int main(int argc, char** argv) {
  constexpr double kpps[] = {20, 30, 60};
  idn::Devices devices;
  std::vector<idn::Device> projectors;
  for (int i = 2; i < argc; ++i) {
    idn::DeviceOptions options;
    options.output.scanner_kpps = kpps[(i - 2) % 3];
    options.rate = static_cast<std::uint32_t>(1000 * options.output.scanner_kpps);
    auto device = devices.open(argv[i], options);
    if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
    device->arm(true);
    projectors.push_back(std::move(*device));
  }
  constexpr idn::Duration period(1'000'000'000 / 60);
  idn::TimePoint next = idn::monotonic_now();
  for (int frame = 0; argc > 1 && frame < 60 * std::atoi(argv[1]); ++frame) {
    const Drawing cube = cube_at(2 * frame);
    for (auto& projector : projectors) {
      const auto over = projector.show(cube, period);
      if (!over) return std::fprintf(stderr, "%s\n", over.error().message().c_str()), 1;
      if (frame == 0 && *over > idn::Duration{0})
        std::printf("%s: %.1f ms too long\n", projector.target().c_str(), 1e3 * idn::in_seconds(*over));
    }
    std::this_thread::sleep_for((next += period) - idn::monotonic_now());
  }
}
