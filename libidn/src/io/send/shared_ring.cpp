// SPDX-License-Identifier: MIT
#include "io/send/shared_ring.hpp"

#include <thread>

#include "io/platform/shared_memory_server.hpp"

namespace idn::io {

SharedRing::SharedRing(Setup setup) : setup_(std::move(setup)) {}

SharedRing::~SharedRing() {
  close();
}

Result<std::unique_ptr<SharedRing>> SharedRing::open(const Setup& setup) {
  std::unique_ptr<SharedRing> ring(new SharedRing(setup));
  SharedRing* const of = ring.get();
  auto server =
      platform::SharedMemoryServer::open(setup.name, setup.shape.octets(), setup.realtime,
                                         {.publish = [of](std::span<std::byte> memory) { of->publish(memory); },
                                          .may_stay = [of] { return !of->playback_->is_cut_off(); },
                                          .unpublish = [of] { of->unpublish(); },
                                          .wait_until_unused = [of] { of->wait_until_unused(); }});
  if (!server) return tl::unexpected(server.error());
  ring->server_ = *std::move(server);
  return ring;
}

void SharedRing::close() noexcept {
  server_.reset();
}

void SharedRing::publish(std::span<std::byte> memory) {
  stream::format_shared_ring(memory, setup_.shape, {.rate = setup_.rate, .limit = setup_.limit});
  playback_.emplace(stream::SharedRingReader(memory, setup_.shape), setup_.hold);
  connections_.fetch_add(1, std::memory_order_relaxed);
  current_.store(&*playback_, std::memory_order_seq_cst);
}

void SharedRing::unpublish() noexcept {
  current_.store(nullptr, std::memory_order_seq_cst);
}

/// Waits, after unpublish(), until the tick thread has ended a call that uses the playback. By the sequentially
/// consistent order either this thread sees `in_use_`, or the tick thread sees that `current_` is null. The
/// tick thread never waits; its calls take some microseconds.
void SharedRing::wait_until_unused() noexcept {
  while (in_use_.load(std::memory_order_seq_cst)) std::this_thread::yield();
  if (playback_->is_cut_off()) rejected_.fetch_add(1, std::memory_order_relaxed);
}

stream::SharedPlayback* SharedRing::begin_use() noexcept {
  in_use_.store(true, std::memory_order_seq_cst);
  return current_.load(std::memory_order_seq_cst);
}

bool SharedRing::has_content(TimePoint due) noexcept {
  stream::SharedPlayback* const playback = begin_use();
  const bool has = playback != nullptr && playback->has_content(due);
  end_use();
  return has;
}

std::size_t SharedRing::take(std::span<LaserSample> out, const LaserSample& from, SampleRate rate,
                             TimePoint due) noexcept {
  stream::SharedPlayback* const playback = begin_use();
  const std::size_t count = playback != nullptr ? playback->take(out, from, rate, due) : 0;
  end_use();
  return count;
}

SharedWriterStats SharedRing::writers() const noexcept {
  return {.is_connected = current_.load(std::memory_order_relaxed) != nullptr,
          .connections = connections_.load(std::memory_order_relaxed),
          .rejected = rejected_.load(std::memory_order_relaxed)};
}

}  // namespace idn::io
