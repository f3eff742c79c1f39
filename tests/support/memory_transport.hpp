// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "idn/io/clock.hpp"
#include "idn/io/retargetable_transport.hpp"

namespace idn::test {

/// Stores sent datagrams with their times; receive() returns the prepared `answers`.
class MemoryTransport final : public io::RetargetableTransport {
 public:
  struct Sent {
    TimePoint at;
    std::vector<std::byte> octets;
    TimePoint departure{};  ///< that the driver passed to send_at()
    Endpoint to{};          ///< receiver of the last retarget(); none before the first one
  };

  explicit MemoryTransport(io::Clock& clock) : clock_(clock) {}

  std::error_code send(ConstBytes datagram) noexcept override { return send_at(datagram, clock_.now()); }
  std::error_code send_at(ConstBytes datagram, TimePoint departure) noexcept override {
    sent.push_back({clock_.now(), {datagram.begin(), datagram.end()}, departure, receiver_});
    return error;
  }
  std::size_t receive(MutableBytes buffer) noexcept override {
    ++receive_calls;
    if (answers.empty()) return 0;
    const auto answer = std::move(answers.front());
    answers.pop_front();
    std::copy_n(answer.begin(), std::min(answer.size(), buffer.size()), buffer.begin());
    return std::min(answer.size(), buffer.size());
  }

  std::vector<Sent> sent;
  std::deque<std::vector<std::byte>> answers;
  std::size_t receive_calls = 0;  ///< calls of receive()
  std::error_code error;          ///< result of every send

 private:
  bool go_to(const Endpoint& receiver) noexcept override {
    receiver_ = receiver;
    return true;
  }

  io::Clock& clock_;
  Endpoint receiver_;
};

}  // namespace idn::test
