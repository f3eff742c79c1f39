// SPDX-License-Identifier: MIT
// Runs a fuzz target on the inputs in folders, without a fuzzing engine: fuzz_replay TARGET FOLDER...
#include <algorithm>
#include <exception>
#include <string_view>

#include "fuzz/inputs.hpp"
#include "fuzz/target.hpp"

namespace idn::fuzz {

// IDN_FUZZ_TARGETS is TARGET(name) for each target of this build.
#define TARGET(name) void run_##name(ConstBytes input);
IDN_FUZZ_TARGETS
#undef TARGET

namespace {

struct Target {
  std::string_view name;
  void (*run)(ConstBytes input);
};

constexpr Target kTargets[] = {
#define TARGET(name) {#name, run_##name},
    IDN_FUZZ_TARGETS
#undef TARGET
};

/// Prints the name before each run, so that after a crash the last line names the input.
std::size_t replay(const Target& target, const char* folder) {
  const auto inputs = inputs_in(folder);
  for (const auto& input : inputs) {
    std::printf("%s/%s\n", folder, input.name.c_str());
    std::fflush(stdout);
    target.run(input.octets);
  }
  return inputs.size();
}

}  // namespace
}  // namespace idn::fuzz

int main(int argc, char** argv) {
  using namespace idn::fuzz;
  const auto* const target = std::ranges::find(kTargets, argc < 2 ? "" : argv[1], &Target::name);
  if (target == std::end(kTargets)) {
    std::fputs(
        "usage: fuzz_replay TARGET FOLDER...; the targets are the sources in tests/fuzz that define "
        "run_TARGET()\n",
        stderr);
    return 2;
  }
  try {
    std::size_t count = 0;
    for (int i = 2; i < argc; ++i) count += replay(*target, argv[i]);
    if (count > 0) return 0;
    std::fputs("no inputs; give folders with a corpus or vectors\n", stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
