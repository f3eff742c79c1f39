// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "idn/bytes.hpp"
#include "idn/sample.hpp"

/// Reads pictures and samples from shared memory that another process writes, see idn/shared_ring.h. The memory
/// is untrusted input: numbers are read once and checked, samples are copied before they are used, and the
/// state of a reader lies in its own memory.
namespace idn::stream {

/// Number and size of the slots.
struct SharedRingGeometry {
  std::uint32_t slot_count = 16;      ///< blocks that the ring holds
  std::uint32_t slot_samples = 4096;  ///< samples of the longest block

  /// Distance between the beginnings of two blocks, in octets.
  std::size_t slot_octets() const noexcept;
  /// Size of the whole memory.
  std::size_t octets() const noexcept;
};

/// Parameters that writers read from the ring.
struct SharedRingParameters {
  SampleRate rate{};               ///< at which samples play
  std::uint32_t limit = 0;         ///< samples that may be published and not yet played
  std::uint32_t first_number = 1;  ///< number of the first block: any value, since numbers wrap
};

/// Initializes `memory` as an empty ring; it must have shape.octets() octets and be aligned to 64.
void format_shared_ring(std::span<std::byte> memory, const SharedRingGeometry& shape,
                        const SharedRingParameters& terms) noexcept;

/// How a block is played.
enum class SharedBlockKind : std::uint8_t {
  Samples,       ///< once, after the blocks before it
  Picture,       ///< repeated; a newer block replaces it with the next datagram
  WholePicture,  ///< repeated; a newer block replaces it at the end of a pass
};

/// Returns the blocks of a ring in order; a picture that a newer block follows is skipped. After the first
/// violation of the format by the writer it returns nothing more. Threads: one. Real-time: yes (no heap, lock,
/// log, system call). Reads within `memory` only.
class SharedRingReader {
 public:
  /// `memory` as format_shared_ring() has left it, or as its writer has changed it since.
  SharedRingReader(std::span<std::byte> memory, const SharedRingGeometry& shape,
                   std::uint32_t first_number = 1) noexcept
      : memory_(memory), shape_(shape), taken_(first_number - 1), published_(first_number - 1) {}

  /// The header of a published block, after its checks.
  struct Block {
    std::uint32_t number = 0;   ///< from 1, wraps
    std::uint32_t samples = 0;  ///< 0 to SharedRingGeometry::slot_samples
    SharedBlockKind kind{};     ///< how it is played
  };

  /// Reads the number of the newest published block; the other members ignore later ones.
  void look() noexcept;
  /// The block in use, if any.
  const std::optional<Block>& block() const noexcept { return block_; }
  /// Whether there are blocks after it, as of the last look().
  bool has_newer() const noexcept { return published_ != newest_known(); }
  /// Makes the next block that is not skipped block(); frees the slots of the former one and of those skipped.
  /// @return false if there is none and nothing changes, or if the writer has violated the format
  bool next() noexcept;
  /// Frees the slot of block().
  void finish() noexcept;
  /// Copies samples of block(), from index `first` on. @return how many; 0 after its end, or if the writer has
  /// changed the block meanwhile, which violates the format
  std::size_t read(std::size_t first, std::span<LaserSample> out) noexcept;
  /// Reports to the writer that `samples` more samples of SharedBlockKind::Samples were played.
  void count_played(std::size_t samples) noexcept;

  /// Changes whenever the writer publishes a block or calls idn_shared_keep().
  std::uint32_t heartbeat() const noexcept;
  /// Whether the writer has violated the format; nothing it writes is read any more.
  bool has_broken_rules() const noexcept { return broken_; }

 private:
  std::uint32_t newest_known() const noexcept { return taken_ + (block_ ? 1 : 0); }
  bool load(std::uint32_t number) noexcept;
  bool refuse() noexcept;

  std::span<std::byte> memory_;
  SharedRingGeometry shape_;
  std::uint32_t taken_;      ///< number of the last block whose slot was freed
  std::uint32_t published_;  ///< number of the newest block, as of the last look()
  std::uint32_t played_ = 0;
  std::optional<Block> block_;
  bool broken_ = false;
};

}  // namespace idn::stream
