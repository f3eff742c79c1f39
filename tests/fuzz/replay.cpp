// SPDX-License-Identifier: MIT
// Runs a fuzz target on the inputs in folders, without a fuzzing engine: replay FOLDER...
#include <exception>

#include "fuzz/inputs.hpp"
#include "fuzz/target.hpp"

namespace {

/// Prints the name before each run, so that after a crash the last line names the input.
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
