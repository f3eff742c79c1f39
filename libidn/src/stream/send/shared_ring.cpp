// SPDX-License-Identifier: MIT
#include "stream/send/shared_ring.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <new>

namespace idn::stream {
namespace {

/// A number in memory that another process may change at any time.
using Word = std::atomic<std::uint32_t>;
using HalfWord = std::atomic<std::uint16_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == 4 && HalfWord::is_always_lock_free &&
              sizeof(HalfWord) == 2);

// The layout that idn/shared_ring.h declares for writers.

constexpr std::uint32_t kRingMagic = 0x314E'4449, kRingVersion = 1;
constexpr std::uint32_t kPictureFlag = 1, kWholeFlag = 2;

struct RingHeader {
  Word magic, version, slot_count, slot_octets, slot_samples, rate, limit, reserved[9];
  Word taken, played, from_sender[14];
  Word published, beats, from_writer[30];
};
static_assert(sizeof(RingHeader) == 256);

struct SlotHeader {
  Word number, count, flags, reserved;
};

constexpr std::size_t kSampleHalves = sizeof(LaserSample) / sizeof(HalfWord);
static_assert(sizeof(LaserSample) == 22);

RingHeader& ring_header(std::span<std::byte> memory) noexcept {
  return *std::launder(reinterpret_cast<RingHeader*>(memory.data()));
}

std::byte* ring_slot(std::span<std::byte> memory, const SharedRingGeometry& shape,
                     std::uint32_t number) noexcept {
  return memory.data() + sizeof(RingHeader) + (number - 1) % shape.slot_count * shape.slot_octets();
}

SlotHeader& slot_header(std::byte* slot) noexcept {
  return *std::launder(reinterpret_cast<SlotHeader*>(slot));
}

/// Copies by atomic half-words: a plain copy of memory that another process may change at the same time is a
/// data race, that is undefined behaviour.
LaserSample shared_sample_at(const HalfWord* from) noexcept {
  std::array<std::uint16_t, kSampleHalves> values;
  for (std::size_t i = 0; i < kSampleHalves; ++i) values[i] = from[i].load(std::memory_order_relaxed);
  return std::bit_cast<LaserSample>(values);
}

std::optional<SharedBlockKind> shared_kind_of(std::uint32_t flags) noexcept {
  switch (flags) {
    case 0:
      return SharedBlockKind::Samples;
    case kPictureFlag:
      return SharedBlockKind::Picture;
    case kPictureFlag | kWholeFlag:
      return SharedBlockKind::WholePicture;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::size_t SharedRingGeometry::slot_octets() const noexcept {
  constexpr std::size_t kCacheLine = 64;
  const std::size_t needed = sizeof(SlotHeader) + slot_samples * sizeof(LaserSample);
  return (needed + kCacheLine - 1) / kCacheLine * kCacheLine;
}

std::size_t SharedRingGeometry::octets() const noexcept {
  return sizeof(RingHeader) + slot_count * slot_octets();
}

void format_shared_ring(std::span<std::byte> memory, const SharedRingGeometry& shape,
                        const SharedRingParameters& terms) noexcept {
  std::memset(memory.data(), 0, memory.size());
  RingHeader& header = *::new (static_cast<void*>(memory.data())) RingHeader;
  header.version = kRingVersion;
  header.slot_count = shape.slot_count;
  header.slot_octets = static_cast<std::uint32_t>(shape.slot_octets());
  header.slot_samples = shape.slot_samples;
  header.rate = terms.rate.per_second;
  header.limit = terms.limit;
  header.taken = terms.first_number - 1;
  header.published = terms.first_number - 1;
  header.magic.store(kRingMagic, std::memory_order_release);
}

bool SharedRingReader::refuse() noexcept {
  broken_ = true;
  block_.reset();
  published_ = taken_;
  return false;
}

/// The differences are unsigned, since numbers wrap: a number that goes back appears to be far ahead, and is
/// refused, too.
void SharedRingReader::look() noexcept {
  if (broken_) return;
  const std::uint32_t published = ring_header(memory_).published.load(std::memory_order_acquire);
  if (published - taken_ > shape_.slot_count || published - published_ > shape_.slot_count)
    refuse();
  else
    published_ = published;
}

bool SharedRingReader::next() noexcept {
  while (has_newer()) {
    finish();
    if (!load(taken_ + 1)) return refuse();
    const bool is_picture = block_->kind != SharedBlockKind::Samples;
    if (!is_picture || !has_newer()) return true;
  }
  return false;
}

bool SharedRingReader::load(std::uint32_t number) noexcept {
  const SlotHeader& slot = slot_header(ring_slot(memory_, shape_, number));
  if (slot.number.load(std::memory_order_acquire) != number) return false;
  const auto kind = shared_kind_of(slot.flags.load(std::memory_order_relaxed));
  const std::uint32_t samples = slot.count.load(std::memory_order_relaxed);
  if (!kind || samples > shape_.slot_samples) return false;
  block_ = Block{number, samples, *kind};
  return true;
}

void SharedRingReader::finish() noexcept {
  if (!block_) return;
  block_.reset();
  ring_header(memory_).taken.store(++taken_, std::memory_order_release);
}

/// Checked as by a sequence lock: the number is read again after the samples, since a writer changes it before
/// it overwrites them.
std::size_t SharedRingReader::read(std::size_t first, std::span<LaserSample> out) noexcept {
  if (!block_ || first >= block_->samples) return 0;
  const std::size_t count = std::min<std::size_t>(out.size(), block_->samples - first);
  std::byte* const slot = ring_slot(memory_, shape_, block_->number);
  const auto* from =
      std::launder(reinterpret_cast<const HalfWord*>(slot + sizeof(SlotHeader))) + first * kSampleHalves;
  for (LaserSample& sample : out.first(count)) {
    sample = shared_sample_at(from);
    from += kSampleHalves;
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  if (slot_header(slot).number.load(std::memory_order_relaxed) == block_->number) return count;
  refuse();
  return 0;
}

void SharedRingReader::count_played(std::size_t samples) noexcept {
  played_ += static_cast<std::uint32_t>(samples);
  ring_header(memory_).played.store(played_, std::memory_order_release);
}

std::uint32_t SharedRingReader::heartbeat() const noexcept {
  return published_ + ring_header(memory_).beats.load(std::memory_order_relaxed);
}

}  // namespace idn::stream
