// SPDX-License-Identifier: MIT
// Plays an .ild file once, 25 pictures per second. Usage: example_play_ild FILE TARGET
#include <cstdio>
#include <fstream>
#include <vector>

#include "idn/idn.hpp"
#include "idn/picture/sequence.hpp"
#include "idn/picture/sequence_player.hpp"

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: example_play_ild FILE TARGET\n"), 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::string octets(std::istreambuf_iterator<char>(in), {});
  const auto bytes = std::as_bytes(std::span(octets));
  auto file = idn::ilda::File::open({bytes.begin(), bytes.end()});
  if (!file) return std::fprintf(stderr, "%s: no .ild file\n", argv[1]), 1;

  idn::Devices devices;
  auto device = devices.open(argv[2], {.rate = 30'000});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);

  std::vector<idn::ilda::File> files;
  files.push_back(*std::move(file));
  idn::picture::SequencePlayer player(std::make_unique<idn::picture::IldaSequence>(std::move(files)),
                                      {.rate = {30'000}});
  std::vector<idn::LaserSample> block(1000);
  while (const std::size_t count = player.read(block, {}))
    if (!device->write(std::span(block).first(count), std::chrono::seconds(1))) return 1;
  device->close(std::chrono::seconds(1));
}
