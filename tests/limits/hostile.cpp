// SPDX-License-Identifier: MIT
// Writes random samples to standard output, many of which would exceed limits. Usage: limits_hostile
// native|extended SAMPLES SEED FILE... native: idn_sample_t in this machine's byte order; extended: the layout
// that idn_sender live --layout extended reads. FILE: limits, near whose zones the samples are.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "limits/limits_of_files.hpp"
#include "unit/output/hostile_samples.hpp"

namespace {

void put(std::vector<unsigned char>& out, int value) {
  out.push_back(static_cast<unsigned char>(value >> 8));
  out.push_back(static_cast<unsigned char>(value));
}

std::vector<unsigned char> extended(const std::vector<idn::LaserSample>& samples) {
  std::vector<unsigned char> out;
  for (const auto& s : samples)
    for (const int value : {int{s.x}, int{s.y}, int{s.r}, int{s.g}, int{s.b}, int{s.intensity}, int{s.u1},
                            int{s.u2}, int{s.u3}, int{s.x_prime}})
      put(out, value);
  return out;
}

bool write(const void* octets, std::size_t size) {
  return std::fwrite(octets, 1, size, stdout) == size;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  const bool is_native = std::string_view(argv[1]) == "native";
  idn::output::OutputLimits all;
  for (const auto& limits : idn::test::limits_of_files({argv + 4, argv + argc})) {
    all.zones.insert(all.zones.end(), limits.zones.begin(), limits.zones.end());
    all.allowed.insert(all.allowed.end(), limits.allowed.begin(), limits.allowed.end());
  }
  idn::test::HostileSamples hostile(std::strtoull(argv[3], nullptr, 10), all);
  constexpr std::uint64_t kBlock = 1000;
  bool wanted = true;
  for (std::uint64_t left = std::strtoull(argv[2], nullptr, 10); left > 0 && wanted;) {
    const auto samples = hostile.packet(std::min(left, kBlock));
    left -= samples.size();
    if (is_native) {
      wanted = write(samples.data(), samples.size() * sizeof(samples[0]));
    } else {
      const auto octets = extended(samples);
      wanted = write(octets.data(), octets.size());
    }
  }
  return 0;
}
