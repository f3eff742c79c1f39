// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "stream/find/discovery.hpp"

namespace idn::stream {

/// One destination of scan requests.
struct SearchTarget {
  std::size_t via = 0;
  Endpoint to;
  bool is_to_many = false;

  friend bool operator==(const SearchTarget&, const SearchTarget&) = default;
};

/// Destinations of scan requests (section 1.11), per interface: both broadcast addresses, the host itself for a
/// loopback interface, the other end of a point-to-point link, and the given addresses where the netmask fits
/// best.
std::vector<SearchTarget> plan_searches(std::span<const NetworkInterface> interfaces,
                                        const DiscoveryConfig& config);

/// The scan requests of a round: all of them in a burst, and again after each interval.
class SearchBursts {
 public:
  void start(std::vector<SearchTarget> searches, unsigned bursts, Duration interval, TimePoint now) {
    searches_ = std::move(searches);
    bursts_left_ = searches_.empty() ? 0 : bursts;
    interval_ = interval;
    due_ = now;
    next_ = 0;
  }

  std::optional<SearchTarget> poll(TimePoint now) noexcept {
    if (bursts_left_ == 0 || now < due_) return std::nullopt;
    const SearchTarget search = searches_[next_++];
    if (next_ == searches_.size()) {
      next_ = 0;
      due_ += interval_;
      --bursts_left_;
    }
    return search;
  }

  TimePoint next_deadline() const noexcept { return bursts_left_ == 0 ? kNever : due_; }

 private:
  std::vector<SearchTarget> searches_;
  std::size_t next_ = 0;
  unsigned bursts_left_ = 0;
  Duration interval_{0};
  TimePoint due_{};
};

}  // namespace idn::stream
