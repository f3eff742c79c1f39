// SPDX-License-Identifier: MIT
#include "bench/pacing/device_sender.hpp"

#include <fmt/core.h>
#include <sys/prctl.h>

#include <csignal>
#include <memory>

#include "bench/command.hpp"
#include "bench/sample_pattern.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn/idn.hpp"

namespace idn::bench {

int run_device_sender(const DeviceSenderOptions& options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends when its parent does
  Devices devices;
  const Duration tick(static_cast<Duration::rep>(options.samples * 1'000'000'000 / options.rate));
  auto device = devices.open(fmt::format("127.0.0.1:{}", options.port),
                             {.rate = static_cast<std::uint32_t>(options.rate), .datagrams = {.time = tick}});
  if (!device) throw cli::Failure(cli::kEnvironment, device.error().message());
  device->arm(true);
  const auto samples = sample_pattern(options.samples);
  for (auto left = options.duration / tick; left > 0; --left)
    if (const auto taken = device->write(samples, std::chrono::seconds(1)); !taken)
      throw cli::Failure(cli::kEnvironment, taken.error().message());
  device->close(std::chrono::seconds(1));
  return cli::kOk;
}

void add_device_sender(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<DeviceSenderOptions>();
  const cli::CommandLine command =
      app.add_subcommand("device-sender", "The client layer as pacing compares it");
  command.hide();
  command.add_count("--port", options->port, 1, 65535, "of loopback");
  command.add_count("--rate", options->rate, 1, SampleRate::kMax, "samples per second");
  command.add_count("--samples", options->samples, 20, 200, "per datagram");
  command.add_duration("--duration", options->duration, "how long");
  command.callback([options, &run] { run = [options] { return run_device_sender(*options); }; });
}

}  // namespace idn::bench
