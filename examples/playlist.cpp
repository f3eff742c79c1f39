// SPDX-License-Identifier: MIT
// Plays the .ild files of a list, one name per line, one after the other. Usage: example_playlist LIST TARGET
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "idn/idn.hpp"

std::vector<std::byte> octets_of(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// Each picture for 40 ms. @return false after an error, which is printed
bool play(const std::string& name, idn::Device& device) {
  auto file = idn::ilda::File::open(octets_of(name));
  if (!file) return std::fprintf(stderr, "%s: no .ild file\n", name.c_str()), false;
  std::vector<idn::ilda::File> files;
  files.push_back(*std::move(file));
  idn::picture::SequencePlayer player(std::make_unique<idn::picture::IldaSequence>(std::move(files)),
                                      {.rate = device.status().rate, .pictures_per_second = 25});
  std::printf("%s\n", name.c_str());
  std::vector<idn::LaserSample> block(1000);
  while (const std::size_t count = player.read(block, {}))
    if (const auto written = device.write(std::span(block).first(count), std::chrono::seconds(1)); !written)
      return std::fprintf(stderr, "%s\n", written.error().message().c_str()), false;
  return true;
}

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: example_playlist LIST TARGET\n"), 2;
  std::ifstream list(argv[1]);
  idn::Devices devices;
  auto device = devices.open(argv[2], {.rate = 30'000});
  if (!device) return std::fprintf(stderr, "%s\n", device.error().message().c_str()), 1;
  device->arm(true);
  bool all_played = true;
  for (std::string name; std::getline(list, name);) all_played = play(name, *device) && all_played;
  device->close(std::chrono::seconds(1));  // plays out what is queued
  return all_played ? 0 : 1;
}
