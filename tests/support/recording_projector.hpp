// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "idn/client/sample_receiver.hpp"
#include "support/test_timeout.hpp"

namespace idn::test {

/// A receiver on loopback that stores all samples, lit or dark; those that come late too.
class RecordingProjector {
 public:
  RecordingProjector()
      : receiver_(client::SampleReceiver::open({.port = 0, .address = 0x7F000001, .latency = kNoneIsLate},
                                               [this](const client::ReceivedSamples& chunk) {
                                                 const std::lock_guard lock(mutex_);
                                                 for (const LaserSample& sample : chunk.samples)
                                                   samples_.push_back({sample, chunk.rate.per_second});
                                               })
                      .value()) {}

  struct Played {
    LaserSample sample;
    std::uint32_t rate;
  };
  /// The samples that are not dark.
  std::vector<Played> lit() const {
    const std::lock_guard lock(mutex_);
    std::vector<Played> lit;
    for (const Played& played : samples_)
      if (!played.sample.is_dark()) lit.push_back(played);
    return lit;
  }
  /// Number of dark samples after the last lit one.
  std::size_t dark_at_end() const {
    const std::lock_guard lock(mutex_);
    const auto last_lit = std::find_if(samples_.rbegin(), samples_.rend(),
                                       [](const Played& played) { return !played.sample.is_dark(); });
    return static_cast<std::size_t>(last_lit - samples_.rbegin());
  }
  /// Waits up to kTestTimeout until `is_so`. @return its last value
  template <class Condition>
  bool awaits(Condition is_so) const {
    const auto until = std::chrono::steady_clock::now() + kTestTimeout;
    while (!is_so() && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return is_so();
  }
  bool awaits_lit(std::size_t count) const {
    return awaits([&] { return lit().size() >= count; });
  }
  /// Its address, for Devices::open().
  std::string target() const { return "127.0.0.1:" + std::to_string(port()); }
  std::uint16_t port() const { return receiver_.local().port; }

 private:
  mutable std::mutex mutex_;
  std::vector<Played> samples_;
  client::SampleReceiver receiver_;
};

}  // namespace idn::test
