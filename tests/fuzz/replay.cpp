// SPDX-License-Identifier: MIT
// Runs a fuzz target over known inputs, without a fuzzing engine: replay FOLDER...
#include <exception>

#include "fuzz/inputs.hpp"
#include "fuzz/target.hpp"

namespace {

/// The name goes first, so that the last line tells which input did it.
std::size_t replay(const char* folder) {
  const auto inputs = idn::fuzz::inputs_in(folder);
  for (const auto& input : inputs) {
    std::printf("%s/%s\n", folder, input.name.c_str());
    std::fflush(stdout);
    idn::fuzz::run(input.octets);
  }
  return inputs.size();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::size_t count = 0;
    for (int i = 1; i < argc; ++i) count += replay(argv[i]);
    if (count > 0) return 0;
    std::fputs("no inputs; give folders with a corpus or vectors\n", stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
