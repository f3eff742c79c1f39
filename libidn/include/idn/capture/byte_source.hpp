// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <tl/expected.hpp>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/system_error.hpp"

namespace idn::capture {

/// A file, read forward in blocks of a fixed size, so that memory does not grow with it.
/// Threads: one owner. Real-time: no (waits for the disk).
class ByteSource {
 public:
  /// The most that can be looked at: a packet of the longest length that tools capture (256 KiB) and its
  /// headers.
  static constexpr std::size_t kMostAtOnce = 256 * 1024 + 1024;

  /// "-" is standard input.
  /// Errors: the operating system's, for instance std::errc::no_such_file_or_directory, is_a_directory,
  /// permission_denied.
  static SystemResult<ByteSource> open(const std::string& path);
  /// Reads on from what is open already, such as standard input, which stays open and outlives the source.
  explicit ByteSource(std::FILE* file);

  /// The next octets without taking them: `count`, at most kMostAtOnce; fewer only where the file ends. A view
  /// until the next call of look().
  ConstBytes look(std::size_t count) {
    if (end_ - begin_ < count) refill();
    return ConstBytes(block_).subspan(begin_, std::min(count, end_ - begin_));
  }
  /// Goes on behind `count` octets. False where the file ends before.
  bool skip(std::uint64_t count);

  /// Octets taken so far.
  std::uint64_t position() const noexcept { return position_; }
  /// Why the file could not be read to its end; nothing when it could.
  std::error_code fault() const noexcept { return fault_; }

 private:
  void refill();

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> owned_;  ///< null where somebody else closes the file
  std::FILE* file_;
  std::vector<std::byte> block_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
  std::error_code fault_;
};

}  // namespace idn::capture
