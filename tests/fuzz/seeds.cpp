// SPDX-License-Identifier: MIT
// Converts the golden vectors to seed inputs for a fuzzer: fuzz_seeds VECTORS OUT
#include <cstdio>
#include <fstream>

#include "fuzz/inputs.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: fuzz_seeds VECTORS OUT\n", stderr);
    return 2;
  }
  try {
    const std::filesystem::path out = argv[2];
    std::filesystem::create_directories(out);
    for (const auto& input : idn::fuzz::inputs_in(argv[1])) {
      std::ofstream file(out / input.name, std::ios::binary);
      file.exceptions(std::ios::failbit | std::ios::badbit);
      file.write(reinterpret_cast<const char*>(input.octets.data()),
                 static_cast<std::streamsize>(input.octets.size()));
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
