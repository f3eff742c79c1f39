// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <utility>

#include "io/send/driver.hpp"
#include "support/fake_clock.hpp"
#include "support/memory_transport.hpp"
#include "support/run.hpp"
#include "support/wave_session.hpp"

namespace idn::test {

/// When a thread with this deadline wakes up if the system's timer fires at multiples of `period`.
inline TimePoint next_interrupt(TimePoint deadline, Duration period) {
  const auto periods = (deadline.time_since_epoch() + period - Duration(1)) / period;
  return TimePoint(periods * period);
}

/// A stream of 100 kHz with 100 samples per packet, sent in virtual time by a thread that wakes up as `wake_up`
/// determines. Runs to its end in the constructor.
class PaperShow {
 public:
  PaperShow(const FakeClock::WakeUp& wake_up, std::chrono::seconds length)
      : session_(WaveSession::create({.catch_up_packets = 100})
                     .value()),  // as in the paper: overdue packets at once
        left_(static_cast<std::size_t>(length.count()) * 100'000),
        samples_(session_->capacity()) {
    refill();
    FakeClock clock([&](TimePoint deadline) {
      refill();
      return wake_up(deadline);
    });
    MemoryTransport net(clock);
    io::DriverStats stats;
    test::run(*session_, clock, net, stats);
    sent_ = std::move(net.sent);
    sent_.insert(sent_.end(), net.requests.begin(), net.requests.end());
    // By time and sequence number, as they were sent.
    const auto number = [](const auto& each) { return std::pair(each.octets[2], each.octets[3]); };
    std::ranges::stable_sort(sent_, {}, [&](const auto& each) { return std::pair(each.at, number(each)); });
  }

  const std::vector<MemoryTransport::Sent>& sent() const noexcept { return sent_; }
  std::uint64_t reanchors() const { return session_->stats().reanchors.value(); }
  std::uint64_t starved_samples() const { return session_->stats().starved_samples.value(); }

 private:
  void refill() {
    left_ -= session_->push(std::span(samples_).first(std::min(left_, samples_.size())));
    if (left_ == 0) session_->finish();
  }

  std::unique_ptr<WaveSession> session_;
  std::size_t left_;
  std::vector<LaserSample> samples_;
  std::vector<MemoryTransport::Sent> sent_;
};

}  // namespace idn::test
