// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/time.hpp"

/// The client layer as an application uses it, as one of the senders that pacing compares.
namespace idn::bench {

struct DeviceSenderOptions {
  std::uint64_t port = 0;
  std::uint64_t rate = 100'000;
  std::uint64_t samples = 100;
  Duration duration{};
};

/// Writes samples to a device at `port` on loopback for `duration`; returns the exit code.
int run_device_sender(const DeviceSenderOptions& options);

}  // namespace idn::bench
