// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "idn/idn.hpp"
#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/test_timeout.hpp"

namespace idn::test {

using namespace std::chrono_literals;

/// Waits up to `timeout` until the condition holds. @return its last value
inline bool eventually(const std::function<bool()>& condition, Duration timeout = kTestTimeout) {
  for (const TimePoint end = io::monotonic_now() + timeout; io::monotonic_now() < end;) {
    if (condition()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return condition();
}

/// A receiver of the library that counts samples.
struct CountingProjector {
  SampleReceiver receiver =
      SampleReceiver::open({.name = "counter", .port = 0, .address = 0x7F000001, .latency = kNoneIsLate},
                           [this](const ReceivedSamples& chunk) {
                             for (const LaserSample& sample : chunk.samples)
                               if (!sample.is_dark()) ++lit;
                             last_is_dark = chunk.samples.back().is_dark();
                             samples += chunk.samples.size();
                             ++(chunk.is_frame ? frames : waves);
                           })
          .value();
  std::string target() const { return to_string(receiver.local()); }

  std::atomic<std::size_t> lit{0};
  std::atomic<std::size_t> samples{0};
  std::atomic<std::size_t> frames{0}, waves{0};
  std::atomic<bool> last_is_dark{true};
};

inline std::vector<LaserSample> lit_samples(std::size_t count) {
  return std::vector<LaserSample>(count, {.x = 1, .y = 2, .r = 0xFFFF});
}

/// Waits until `sent` samples have arrived, or none for 2 s: a receiver without CPU time may have lost some.
inline void await_samples(const CountingProjector& projector, std::size_t sent) {
  for (std::size_t seen = projector.samples; seen != sent; seen = projector.samples)
    if (!eventually([&] { return projector.samples != seen; }, 2s)) return;
}

/// Checks that the samples written to a device, now closed, were lit: exactly as many, unless the receiver got
/// too little CPU time and lost some.
inline void check_lit(const CountingProjector& projector, const Device& device, std::size_t written) {
  const std::size_t sent = device.status().samples;
  await_samples(projector, sent);
  CHECK(projector.samples <= sent);
  CHECK(projector.lit <= written);
  CHECK(projector.lit + (sent - projector.samples) >= written);
}

}  // namespace idn::test
