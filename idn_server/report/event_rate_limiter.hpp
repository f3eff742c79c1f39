// SPDX-License-Identifier: MIT
#pragma once

#include "idn_server/stream_table.hpp"

namespace idn::server {

/// Passes on a limited number of stream events per second and counts the rest, so that many short streams do
/// not flood the log.
class EventRateLimiter final : public StreamObserver {
 public:
  /// `next` must outlive this.
  EventRateLimiter(StreamObserver& next, int per_second) noexcept
      : next_(next), per_second_(per_second), left_(per_second) {}

  /// Once per second.
  void refill() noexcept { left_ = per_second_; }
  std::uint64_t held_back() const noexcept { return held_back_; }

  void stream_started(const StreamFacts& stream) override {
    if (admits()) next_.stream_started(stream);
  }
  void not_played(const StreamFacts& stream) override {
    if (admits()) next_.not_played(stream);
  }
  void sources_shared(std::span<const StreamFacts> streams) override {
    if (admits()) next_.sources_shared(streams);
  }
  void went_dark(const StreamFacts& stream, const DarkEvent& event) override {
    if (admits()) next_.went_dark(stream, event);
  }

 private:
  bool admits() noexcept {
    if (left_ > 0) return left_-- > 0;
    ++held_back_;
    return false;
  }

  StreamObserver& next_;
  int per_second_;
  int left_;
  std::uint64_t held_back_ = 0;
};

}  // namespace idn::server
