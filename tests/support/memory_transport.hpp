// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "idn/io/send/clock.hpp"
#include "io/send/retargetable_transport.hpp"

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
    const bool asks = is_beside(datagram);
    (asks ? requests : sent)
        .push_back({clock_.now(), {datagram.begin(), datagram.end()}, departure, receiver_});
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
  /// The packets without samples that follow another one to request the first acknowledge; they are not in
  /// `sent`.
  std::vector<Sent> requests;
  std::deque<std::vector<std::byte>> answers;
  std::size_t receive_calls = 0;  ///< calls of receive()
  std::error_code error;          ///< result of every send

 private:
  bool is_beside(ConstBytes datagram) const {
    constexpr std::size_t kCommand = 0, kChunkType = 7;
    return datagram.size() > kChunkType && datagram[kCommand] == std::byte{0x41} &&
           datagram[kChunkType] == std::byte{0} && !sent.empty() && sent.back().at == clock_.now();
  }

  bool go_to(const Endpoint& receiver) noexcept override {
    receiver_ = receiver;
    return true;
  }

  io::Clock& clock_;
  Endpoint receiver_;
};

}  // namespace idn::test
