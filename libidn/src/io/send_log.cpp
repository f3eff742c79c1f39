// SPDX-License-Identifier: MIT
#include "idn/io/send_log.hpp"

#include <algorithm>
#include <bit>

namespace idn::io {

SendLog::SendLog(std::size_t capacity) : slots_(std::bit_ceil(std::max<std::size_t>(capacity, 1))) {}

void SendLog::put(const SentDatagram& datagram) noexcept {
  const std::size_t written = written_.load(std::memory_order_relaxed);
  if (written - read_.load(std::memory_order_acquire) == slots_.size()) return lost_.add();
  slots_[written & (slots_.size() - 1)] = datagram;
  written_.store(written + 1, std::memory_order_release);
}

std::optional<SentDatagram> SendLog::take() noexcept {
  const std::size_t read = read_.load(std::memory_order_relaxed);
  if (read == written_.load(std::memory_order_acquire)) return std::nullopt;
  const SentDatagram datagram = slots_[read & (slots_.size() - 1)];
  read_.store(read + 1, std::memory_order_release);
  return datagram;
}

}  // namespace idn::io
