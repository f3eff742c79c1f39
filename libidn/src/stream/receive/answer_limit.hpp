// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "idn/endpoint.hpp"
#include "idn/time.hpp"

namespace idn::stream {

/// Bounds what requests make a unit send, since addresses can be forged and an answer may be a thousand times
/// as long as its request. Time by a monotonic clock. Threads: one owner. Real-time: yes (no heap, lock, log).
class AnswerLimit {
 public:
  static constexpr int kPerAddress = 50;  ///< a second, and at once
  static constexpr int kInAll = 1000;     ///< likewise

  /// Whether a request from there may be answered.
  bool allows(const Endpoint& from, TimePoint now) noexcept {
    Asker& asker = of(from.address);
    if (asker.address != from.address) asker = {from.address};
    return asker.budget.has(kPerAddress, now) && all_.has(kInAll, now) && asker.budget.take() && all_.take();
  }

 private:
  using Address = decltype(Endpoint::address);
  class Budget {
   public:
    bool has(int per_second, TimePoint now) noexcept {
      const double seconds = std::chrono::duration<double>(now - updated_).count();
      answers_ = std::min<double>(per_second, answers_ + seconds * per_second);
      updated_ = now;
      return answers_ >= 1;
    }
    bool take() noexcept {
      answers_ -= 1;
      return true;
    }
    TimePoint updated() const noexcept { return updated_; }

   private:
    double answers_ = kInAll;
    TimePoint updated_{};
  };
  struct Asker {
    Address address{};
    Budget budget{};
  };

  /// The entry of the address, else the one that was used longest ago.
  Asker& of(const Address& address) noexcept {
    const auto found = std::ranges::find(askers_, address, &Asker::address);
    if (found != askers_.end()) return *found;
    return *std::ranges::min_element(askers_, {}, [](const Asker& asker) { return asker.budget.updated(); });
  }

  std::array<Asker, 64> askers_{};
  Budget all_;
};

}  // namespace idn::stream
