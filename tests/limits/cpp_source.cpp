// SPDX-License-Identifier: MIT
// Plays samples from standard input by all functions of the C++ interface that accept samples. FILE: the
// limits. Usage: limits_cpp TARGET RATE SAMPLES FILE
#include <algorithm>
#include <thread>

#include "idn/idn.hpp"
#include "limits/limits_of_files.hpp"

namespace {

using namespace std::chrono_literals;
using Samples = std::vector<idn::LaserSample>;

Samples read_block(std::size_t count) {
  Samples samples(count);
  samples.resize(std::fread(samples.data(), sizeof(samples[0]), count, stdin));
  return samples;
}

template <class T>
void require(const idn::Result<T>& result) {
  if (result) return;
  std::fprintf(stderr, "%s\n", result.error().message().c_str());
  std::exit(1);
}

/// Waits until so many more samples have been sent.
void await(const idn::client::Device& device, std::uint64_t samples) {
  const auto until = device.status().samples + samples;
  while (device.status().samples < until) std::this_thread::sleep_for(1ms);
}

/// Plays a block by show(), fill() or write(), depending on `number`, with blackouts and disarming in between.
void play(idn::client::Device& device, const Samples& samples, unsigned number) {
  require(device.stop());
  switch (number % 8) {
    case 1:
      require(device.show(samples));
      device.keep(10s);
      return await(device, samples.size() / 2);
    case 3: {
      std::size_t next = 0;
      require(device.fill([&](const idn::client::FillRequest&, std::span<idn::LaserSample> room) {
        const std::size_t count = std::min(room.size(), samples.size() - next);
        std::copy_n(samples.begin() + static_cast<std::ptrdiff_t>(next), count, room.begin());
        next += count;
        return count;
      }));
      await(device, samples.size());
      return require(device.stop());
    }
    case 5:
      require(device.write(samples, 10s));
      device.blackout(true);
      await(device, 3000);
      return device.blackout(false);
    case 7:
      device.arm(false);
      require(device.write(samples, 10s));
      return device.arm(true);
    default:
      require(device.write(samples, 10s));
      await(device, 200);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  idn::client::DeviceOptions options;
  options.rate = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  options.latency = 200ms;
  options.hold = 1s;
  options.switch_at = idn::client::SwitchAt::Now;
  options.format = idn::wire::SampleFormat::Extended;
  options.datagrams.octets = 60'000;
  options.output.limits = idn::test::limits_of_files({argv[4]}).front();
  idn::client::Engine engine;
  idn::client::Devices devices(engine);
  auto device = devices.open(argv[1], options);
  require(device);
  device->arm(true);
  const auto wanted = std::strtoull(argv[3], nullptr, 10);
  for (unsigned number = 0; device->status().samples < wanted; ++number) {
    const Samples samples = read_block(options.rate / 20);
    if (samples.empty()) break;
    play(*device, samples, number);
  }
  require(device->close(1s));
  return 0;
}
