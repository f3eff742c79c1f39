// SPDX-License-Identifier: MIT
#include "viewer/scenes.hpp"

#include <stdexcept>

#include "idn/picture/pattern.hpp"
#include "idn/stream/send/blanked_move.hpp"

namespace idn::test {
namespace {

std::vector<LaserSample> repeated(const std::vector<LaserSample>& pass, std::size_t least) {
  std::vector<LaserSample> samples;
  while (samples.size() < least) samples.insert(samples.end(), pass.begin(), pass.end());
  return samples;
}

std::vector<LaserSample> pass_of(const std::string& pattern, std::uint32_t rate) {
  const auto* const found = picture::find_pattern(pattern);
  if (found == nullptr) throw std::invalid_argument(pattern);
  picture::Path pen(SampleRate{rate}, 0.9);
  found->draw(pen, {0, 255, 0});
  return pen.take();
}

Scene pattern(const std::string& name, std::uint32_t rate = 30'000) {
  return {.name = name,
          .slow = {.samples = repeated(pass_of(name, rate), rate * 2 / 5),
                   .rate = static_cast<double>(rate),
                   .at = 0.35}};
}

Scene with_scanner() {
  Scene scene = pattern("ilda");
  scene.name = "ilda_30k";
  // The 30k scanner, from the definition: sqrt(sqrt((15918 * 0.98862 / 10240)^2 - 1)) = 1.0803 times the
  // bandwidth is a twelfth of 30 kHz.
  scene.slow.scanner = SlowScanner{2500 / 1.0803};
  return scene;
}

Scene with_ttl() {
  Scene scene = pattern("ilda", 60'000);
  scene.name = "ilda_ttl_wide";
  for (auto& sample : scene.slow.samples) sample.r = static_cast<std::uint16_t>(sample.r * 0.6), sample.g /= 3;
  scene.slow.ttl = true;
  scene.slow.width = 240;
  scene.slow.height = 120;
  scene.slow.persistence = 0.01;
  scene.slow.exposure = 2;
  return scene;
}

/// The content of tests/vectors/ild/ild-01-format5-square.hex: a square in red, green, blue and white. It ends
/// where it starts, so that a player needs no blanked move.
Scene square_of_file() {
  constexpr std::int16_t kEdge = 0x4000;
  const std::vector<LaserSample> frame{{.x = -kEdge, .y = -kEdge},
                                       {.x = kEdge, .y = -kEdge, .r = 0xFFFF},
                                       {.x = kEdge, .y = kEdge, .g = 0xFFFF},
                                       {.x = -kEdge, .y = kEdge, .b = 0xFFFF},
                                       {.x = -kEdge, .y = -kEdge, .r = 0xFFFF, .g = 0xFFFF, .b = 0xFFFF}};
  return {.name = "file_square", .slow = {.samples = repeated(frame, 12'000), .rate = 30'000, .at = 0.35}};
}

/// The content of tests/vectors/idn/26-wave-xyrgbi-sdm2.hex by its listing in the protocol reference: 20
/// samples in 666 us.
Scene wave_of_capture() {
  Scene scene{.name = "capture_wave", .slow = {.rate = 20 / 666e-6, .at = 666e-6, .exposure = 10}};
  for (int i = 0; i < 20; ++i)
    scene.slow.samples.push_back({.x = static_cast<std::int16_t>(-8000 + 800 * i),
                                  .y = 4000,
                                  .r = static_cast<std::uint16_t>(10 * i * 257),
                                  .g = static_cast<std::uint16_t>((255 - 10 * i) * 257),
                                  .b = 64 * 257});
  return scene;
}

}  // namespace

std::vector<Scene> scenes() {
  return {pattern("circle"), pattern("square"), pattern("grid"), pattern("ilda"),  pattern("sweep"),
          pattern("dot"),    with_scanner(),    with_ttl(),      square_of_file(), wave_of_capture()};
}

}  // namespace idn::test
