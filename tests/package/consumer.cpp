// SPDX-License-Identifier: MIT
// An external program: lights a receiver of its own for ten milliseconds, and counts what arrives.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <idn/idn.hpp>
#include <idn/io/now.hpp>
#include <vector>

using namespace std::chrono_literals;

int main() {
  std::atomic<std::ptrdiff_t> lit{0};
  const auto receiver =
      idn::SampleReceiver::open({.port = 0, .latency = 10s}, [&](const idn::ReceivedSamples& chunk) {
        lit += std::ranges::count_if(chunk.samples, [](const auto& sample) { return !sample.is_dark(); });
      });
  if (!receiver) return 1;
  idn::Devices devices;
  auto device = devices.open("127.0.0.1:" + std::to_string(receiver->local().port), {.rate = 100'000});
  if (!device) return 1;
  device->arm(true);
  if (!device->write(std::vector<idn::LaserSample>(1000, {.g = 0xFFFF}), 5s)) return 1;
  if (!device->close(5s)) return 1;
  for (const auto latest = idn::io::monotonic_now() + 5s; lit < 1000 && idn::io::monotonic_now() < latest;)
    continue;
  std::printf("%td of 1000 samples are lit\n", lit.load());
  return lit == 1000 ? 0 : 1;
}
