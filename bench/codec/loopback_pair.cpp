// SPDX-License-Identifier: MIT
#include "bench/codec/loopback_pair.hpp"

#include <chrono>

#include "cli/failure.hpp"

namespace idn::bench {
namespace {

constexpr std::uint32_t kLoopback = 0x7F00'0001;

template <class T>
T or_fail(Result<T> opened) {
  if (opened) return std::move(*opened);
  throw cli::Failure(cli::kEnvironment, "no socket on loopback: " + opened.error().message());
}

}  // namespace

LoopbackPair::LoopbackPair()
    : unit_(or_fail(io::UnitSocket::open(loop_, {.address = kLoopback, .port = 0}))),
      socket_(or_fail(io::StreamSocket::open(unit_->local()))) {}

Duration LoopbackPair::send_batch(ConstBytes datagram) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < kBatch; ++i) {
    if (const auto error = socket_->send(datagram))
      throw cli::Failure(cli::kEnvironment, "cannot send on loopback: " + error.message());
    socket_->flush();
  }
  const auto end = std::chrono::steady_clock::now();
  while (!unit_->receive().empty()) {
  }
  return end - start;
}

}  // namespace idn::bench
