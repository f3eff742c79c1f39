// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "idn/bytes.hpp"
#include "idn/sample.hpp"

/// Pictures in memory that another process writes, see idn/shared_ring.h. Nothing there is believed: numbers
/// are read once and checked, samples are copied before anybody looks at them, and what a reader has to
/// remember it keeps for itself.
namespace idn::stream {

/// Number and size of the slots.
struct SharedRingGeometry {
  std::uint32_t slots = 16;           ///< blocks that can wait
  std::uint32_t slot_samples = 4096;  ///< of the longest block

  /// From the beginning of a block to that of the next one.
  std::size_t slot_octets() const noexcept;
  /// Of the whole memory.
  std::size_t octets() const noexcept;
};

/// Parameters that writers read from the ring.
struct SharedRingParameters {
  SampleRate rate{};               ///< at which samples play
  std::uint32_t limit = 0;         ///< samples that may wait
  std::uint32_t first_number = 1;  ///< of the first block; any, numbers wrap
};

/// Makes an empty ring of `memory`, which has shape.octets() on a boundary of 64.
void format_shared_ring(std::span<std::byte> memory, const SharedRingGeometry& shape,
                        const SharedRingParameters& terms) noexcept;

/// How a block is played.
enum class SharedBlockKind : std::uint8_t {
  Samples,       ///< once, in its turn
  Picture,       ///< again and again until there is something newer
  WholePicture,  ///< the same, but each pass to its end
};

/// The blocks of a ring, one after the other; a picture that something newer follows is left out. What breaks
/// the rules is noticed once and for all: from then on there is nothing.
/// Threads: one. Real-time: yes (no heap, lock, log, system call). Reads within `memory` only.
class SharedRingReader {
 public:
  /// `memory` as format_shared_ring() has left it, or as its writer has changed it since.
  SharedRingReader(std::span<std::byte> memory, const SharedRingGeometry& shape,
                   std::uint32_t first_number = 1) noexcept
      : memory_(memory), shape_(shape), taken_(first_number - 1), published_(first_number - 1) {}

  /// As its writer has published it, checked.
  struct Block {
    std::uint32_t number = 0;   ///< from 1, wraps
    std::uint32_t samples = 0;  ///< 0 to SharedRingGeometry::slot_samples
    SharedBlockKind kind{};     ///< how it is played
  };

  /// Takes note of what was published since; the other members know of nothing newer.
  void look() noexcept;
  /// The one that is being played.
  const std::optional<Block>& block() const noexcept { return block_; }
  /// Something was published behind it.
  bool has_newer() const noexcept { return published_ != newest_known(); }
  /// The next one of use becomes block(); its room and that of the former are the writer's again.
  /// @return false where there is none: nothing changes, or the writer has broken the rules
  bool next() noexcept;
  /// block() is of no more use.
  void finish() noexcept;
  /// Copies samples of block(), from number `first` on. @return how many; 0 behind its end, and where the
  /// writer has changed what it must not
  std::size_t read(std::size_t first, std::span<LaserSample> out) noexcept;
  /// So many more samples of blocks that are played once have been played.
  void count_played(std::size_t samples) noexcept;

  /// Changes as long as the writer does something.
  std::uint32_t heartbeat() const noexcept;
  /// Nothing of the writer is read any more.
  bool has_broken_rules() const noexcept { return broken_; }

 private:
  std::uint32_t newest_known() const noexcept { return taken_ + (block_ ? 1 : 0); }
  bool load(std::uint32_t number) noexcept;
  bool refuse() noexcept;

  std::span<std::byte> memory_;
  SharedRingGeometry shape_;
  std::uint32_t taken_;      ///< number of the last block that is of no more use
  std::uint32_t published_;  ///< number of the newest block that is known
  std::uint32_t played_ = 0;
  std::optional<Block> block_;
  bool broken_ = false;
};

}  // namespace idn::stream
