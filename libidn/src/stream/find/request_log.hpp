// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/stream/find/unit_list.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::stream {

/// A request that was sent, and what a response to it looks like.
struct OpenRequest {
  wire::Command command{};
  std::size_t via = 0;  ///< index of the interface on which it was sent
  Endpoint to;
  bool is_to_many = false;  ///< broadcast or multicast: any host may answer
  TimePoint asked{};
  UnitKey unit;  ///< the unit it goes to, where that is known
};

constexpr wire::Command answer_to(wire::Command request) noexcept {
  return static_cast<wire::Command>(static_cast<std::uint8_t>(request) + 1);
}

/// The requests of a round by their sequence numbers, to find the request of a response.
class RequestLog {
 public:
  /// More than a round with full tables sends, and a quarter of the 65536 sequence numbers.
  static constexpr std::size_t kMaxRequests = 16'384;

  void start(std::uint16_t first_sequence) {
    first_ = first_sequence;
    requests_.clear();
  }

  /// @return the sequence number for the request, or nothing after kMaxRequests
  std::optional<std::uint16_t> add(OpenRequest request) {
    if (requests_.size() == kMaxRequests) return std::nullopt;
    requests_.push_back(request);
    return static_cast<std::uint16_t>(first_ + requests_.size() - 1);
  }

  /// The request that a datagram answers, by its header and its origin; nullptr: none.
  const OpenRequest* find(const wire::PacketHeader& header, std::size_t via,
                          const Endpoint& from) const noexcept {
    const auto index = static_cast<std::uint16_t>(header.sequence - first_);
    if (index >= requests_.size()) return nullptr;
    const OpenRequest& request = requests_[index];
    const bool is_from_there = request.is_to_many ? from.port == request.to.port : from == request.to;
    const bool fits = header.command == answer_to(request.command) && via == request.via && is_from_there;
    return fits ? &request : nullptr;
  }

 private:
  std::uint16_t first_ = 0;
  std::vector<OpenRequest> requests_;
};

}  // namespace idn::stream
