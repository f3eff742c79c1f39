// SPDX-License-Identifier: MIT
// A shared ring that another process writes. Input: operations of four octets each: kind, position, value.
#include <algorithm>
#include <memory>
#include <new>

#include "fuzz/target.hpp"
#include "stream/send/shared_playback.hpp"

namespace idn::fuzz {
namespace {

using namespace std::chrono_literals;
using stream::SharedRingGeometry;

constexpr SharedRingGeometry kShape{.slot_count = 4, .slot_samples = 24};
constexpr SampleRate kPlayRate{30'000};
constexpr std::size_t kPublished = 128 / 4, kBeats = kPublished + 1, kFirstSlot = 256 / 4;

/// Allocated on the heap with the exact size of the ring, so that sanitizers detect accesses beyond it.
class HostileRing {
 public:
  explicit HostileRing(std::uint32_t first_number)
      : memory_(static_cast<std::byte*>(::operator new(kShape.octets(), std::align_val_t{64}))),
        number_(first_number) {
    const std::span octets(memory_.get(), kShape.octets());
    format_shared_ring(octets, kShape, {.rate = kPlayRate, .limit = 60, .first_number = first_number});
    playback_ =
        std::make_unique<stream::SharedPlayback>(stream::SharedRingReader(octets, kShape, first_number), 100ms);
  }

  void operate(std::uint8_t what, std::uint8_t where, std::uint16_t value) {
    switch (what % 8) {
      case 0:
        return change(where % (kShape.octets() / 4), value * 0x1'0001u);
      case 1:  // the published number or the heartbeat, on which the reader depends most
        return change(kPublished + where % 2, word(kPublished) + value % 8 - 2);
      case 2:
        return change(kFirstSlot + where % kShape.slot_count * kShape.slot_octets() / 4 + value % 4,
                      number_ + where / 16);
      case 3:
        return publish(value % (kShape.slot_samples + 2), where % 4);
      default:
        return take(where, std::chrono::microseconds(value));
    }
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const noexcept { ::operator delete(memory, std::align_val_t{64}); }
  };

  std::uint32_t& word(std::size_t index) { return reinterpret_cast<std::uint32_t*>(memory_.get())[index]; }
  void change(std::size_t index, std::uint32_t value) { word(index) = value; }

  /// Publishes as a correct writer does, but with arbitrary counts and flags.
  void publish(std::uint32_t count, std::uint32_t flags) {
    const std::size_t slot = kFirstSlot + (number_ - 1) % kShape.slot_count * kShape.slot_octets() / 4;
    for (std::size_t i = 4; i < kShape.slot_octets() / 4; ++i)
      change(slot + i, static_cast<std::uint32_t>(i * number_));
    change(slot + 1, count);
    change(slot + 2, flags);
    change(slot, number_);
    change(kPublished, number_++);
  }

  void take(std::size_t count, Duration later) {
    due_ += later;
    const bool had = playback_->has_content(due_);
    std::vector<LaserSample> out(count);
    const std::size_t taken = playback_->take(out, beam_, kPlayRate, due_);
    require(taken <= count);
    if (taken > 0) beam_ = out[taken - 1];
    // take() may return nothing although there is content, but no samples if there is none.
    require(had || taken == 0);
    is_over_ = is_over_ || playback_->is_cut_off();
    require(!is_over_ || taken == 0);
    require(is_over_ == playback_->is_cut_off());
  }

  std::unique_ptr<std::byte, Free> memory_;
  std::unique_ptr<stream::SharedPlayback> playback_;
  std::uint32_t number_;
  LaserSample beam_{};
  TimePoint due_{1s};
  bool is_over_ = false;
};

}  // namespace

void run_shared_ring(ConstBytes input) {
  ByteReader in(input);
  HostileRing ring(input.size() % 2 == 0 ? 1 : 0xFFFF'FFFE);
  while (in.remaining() >= 4) {
    const auto what = in.read<std::uint8_t>(), where = in.read<std::uint8_t>();
    ring.operate(what, where, in.read<std::uint16_t>());
  }
}

}  // namespace idn::fuzz
