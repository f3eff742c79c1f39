// SPDX-License-Identifier: MIT
#include "idn/io/send/send_log.hpp"

#include <algorithm>
#include <bit>

namespace idn::io {

SendLog::SendLog(std::size_t capacity, std::size_t kept_octets)
    : slots_(std::bit_ceil(std::max<std::size_t>(capacity, 1))),
      kept_octets_(kept_octets),
      octets_(slots_.size() * kept_octets) {}

void SendLog::put(const SentDatagram& datagram) noexcept {
  const std::size_t written = written_.load(std::memory_order_relaxed);
  if (written - read_.load(std::memory_order_acquire) == slots_.size()) return lost_.add();
  const std::size_t place = written & (slots_.size() - 1);
  const auto room = std::span(octets_).subspan(place * kept_octets_, kept_octets_);
  const ConstBytes kept = datagram.octets.first(std::min(datagram.octets.size(), room.size()));
  std::ranges::copy(kept, room.begin());
  slots_[place] = datagram;
  slots_[place].octets = room.first(kept.size());
  written_.store(written + 1, std::memory_order_release);
}

std::optional<SentDatagram> SendLog::take() noexcept {
  std::size_t read = read_.load(std::memory_order_relaxed);
  if (is_taken_) read_.store(++read, std::memory_order_release);
  is_taken_ = read != written_.load(std::memory_order_acquire);
  if (!is_taken_) return std::nullopt;
  return slots_[read & (slots_.size() - 1)];
}

}  // namespace idn::io
