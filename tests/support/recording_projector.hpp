// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "idn/client/sample_receiver.hpp"
#include "support/patience.hpp"

namespace idn::test {

/// All that arrives, lit or dark.
class RecordingProjector {
 public:
  RecordingProjector()
      : receiver_(client::SampleReceiver::open({.port = 0, .address = 0x7F000001},
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
  /// Without what is dark.
  std::vector<Played> lit() const {
    const std::lock_guard lock(mutex_);
    std::vector<Played> lit;
    for (const Played& played : samples_)
      if (!played.sample.is_dark()) lit.push_back(played);
    return lit;
  }
  /// Of what came last.
  std::size_t dark_at_end() const {
    const std::lock_guard lock(mutex_);
    const auto last_lit = std::find_if(samples_.rbegin(), samples_.rend(),
                                       [](const Played& played) { return !played.sample.is_dark(); });
    return static_cast<std::size_t>(last_lit - samples_.rbegin());
  }
  /// @return whether it is so within kPatience
  template <class Condition>
  bool awaits(Condition is_so) const {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (!is_so() && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return is_so();
  }
  bool awaits_lit(std::size_t count) const {
    return awaits([&] { return lit().size() >= count; });
  }
  /// For Devices::open().
  std::string target() const { return "127.0.0.1:" + std::to_string(receiver_.local().port); }

 private:
  mutable std::mutex mutex_;
  std::vector<Played> samples_;
  client::SampleReceiver receiver_;
};

}  // namespace idn::test
