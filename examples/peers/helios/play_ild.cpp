// SPDX-License-Identifier: MIT
// Plays an .ild file once, 25 pictures per second: formats 0, 1, 4 and 5, indexed colours as white.
// Usage: play_ild FILE DEVICE
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <helios.h>

static HeliosPoint point_of(const std::string& file, std::size_t at, unsigned format) {
  const auto octet = [&](std::size_t i) { return static_cast<uint8_t>(file[at + i]); };
  const auto coordinate = [&](std::size_t i) {
    const auto value = static_cast<int16_t>(octet(i) << 8 | octet(i + 1));
    return static_cast<uint16_t>((value + 32'768) / 16);
  };
  const std::size_t status = format % 4 == 0 ? 6 : 4;
  HeliosPoint point{coordinate(0), coordinate(2), 0, 0, 0, 0};
  if (octet(status) & 0x40) return point;
  point.r = format >= 4 ? octet(status + 3) : 255;
  point.g = format >= 4 ? octet(status + 2) : 255;
  point.b = format >= 4 ? octet(status + 1) : 255;
  point.i = 255;
  return point;
}

int main(int argc, char** argv) {
  if (argc < 2 || OpenDevices() < 1) return 1;
  const auto device = static_cast<unsigned>(argc > 2 ? std::atoi(argv[2]) : 0);
  std::ifstream in(argv[1], std::ios::binary);
  const std::string file(std::istreambuf_iterator<char>(in), {});
  constexpr std::size_t kRecord[] = {8, 6, 3, 0, 10, 8};
  for (std::size_t at = 0; at + 32 <= file.size() && std::memcmp(&file[at], "ILDA", 4) == 0;) {
    const auto octet = [&](std::size_t i) { return static_cast<uint8_t>(file[at + i]); };
    const unsigned format = octet(7) < 5 ? octet(7) : 5, count = octet(24) * 256U + octet(25);
    at += 32;
    std::vector<HeliosPoint> points;
    for (unsigned i = 0; i < count && at + kRecord[format] <= file.size(); ++i, at += kRecord[format])
      points.push_back(point_of(file, at, format));
    if (format == 2 || points.empty()) continue;
    while (GetStatus(device) != 1) continue;
    if (WriteFrame(device, 30'000, 0, points.data(), static_cast<int>(points.size())) < 0) return 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(40));
  }
  Stop(device);
  CloseDevices();
}
