// SPDX-License-Identifier: MIT
#include "idn/io/shared_ring.hpp"

#include <thread>

#include "io/platform/shared_door.hpp"

namespace idn::io {

SharedRing::SharedRing(Setup setup) : setup_(std::move(setup)) {}

SharedRing::~SharedRing() {
  close();
}

SystemResult<std::unique_ptr<SharedRing>> SharedRing::open(const Setup& setup) {
  std::unique_ptr<SharedRing> ring(new SharedRing(setup));
  SharedRing* const of = ring.get();
  auto door = platform::SharedDoor::open(setup.name, setup.shape.octets(), setup.realtime,
                                         {.admit = [of](std::span<std::byte> memory) { of->admit(memory); },
                                          .is_welcome = [of] { return !of->playback_->is_cut_off(); },
                                          .hide = [of] { of->hide(); },
                                          .withdraw = [of] { of->withdraw(); }});
  if (!door) return tl::unexpected(door.error());
  ring->door_ = *std::move(door);
  return ring;
}

void SharedRing::close() noexcept {
  door_.reset();
}

void SharedRing::admit(std::span<std::byte> memory) {
  stream::format_shared_ring(memory, setup_.shape, {.rate = setup_.rate, .limit = setup_.limit});
  playback_.emplace(stream::SharedRingReader(memory, setup_.shape), setup_.hold);
  came_.fetch_add(1, std::memory_order_relaxed);
  current_.store(&*playback_, std::memory_order_seq_cst);
}

void SharedRing::hide() noexcept {
  current_.store(nullptr, std::memory_order_seq_cst);
}

/// Nobody finds it any more, but who has found it before is waited for: either this sees that one looking, or
/// that one has seen nothing. The tick thread waits for nobody, and looks for some microseconds.
void SharedRing::withdraw() noexcept {
  while (looking_.load(std::memory_order_seq_cst)) std::this_thread::yield();
  if (playback_->is_cut_off()) were_cut_off_.fetch_add(1, std::memory_order_relaxed);
}

stream::SharedPlayback* SharedRing::begin_look() noexcept {
  looking_.store(true, std::memory_order_seq_cst);
  return current_.load(std::memory_order_seq_cst);
}

bool SharedRing::has_content(TimePoint due) noexcept {
  stream::SharedPlayback* const playback = begin_look();
  const bool has = playback != nullptr && playback->has_content(due);
  end_look();
  return has;
}

std::size_t SharedRing::take(std::span<LaserSample> out, const LaserSample& from, SampleRate rate,
                             TimePoint due) noexcept {
  stream::SharedPlayback* const playback = begin_look();
  const std::size_t count = playback != nullptr ? playback->take(out, from, rate, due) : 0;
  end_look();
  return count;
}

std::size_t SharedRing::skip(std::size_t most) noexcept {
  stream::SharedPlayback* const playback = begin_look();
  const std::size_t count = playback != nullptr ? playback->skip(most) : 0;
  end_look();
  return count;
}

SharedWriters SharedRing::writers() const noexcept {
  return {.is_there = current_.load(std::memory_order_relaxed) != nullptr,
          .came = came_.load(std::memory_order_relaxed),
          .were_cut_off = were_cut_off_.load(std::memory_order_relaxed)};
}

}  // namespace idn::io
