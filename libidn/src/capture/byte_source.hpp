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
#include "idn/result.hpp"

namespace idn::capture {

/// A file, read forward in blocks of a fixed size, so that memory does not grow with it.
/// Threads: one owner. Real-time: no (waits for the disk).
class ByteSource {
 public:
  /// Most octets that look() can return: a packet of the longest length that tools capture (256 KiB) and its
  /// headers.
  static constexpr std::size_t kMostAtOnce = 256 * 1024 + 1024;

  /// Errors: the operating system's, for instance std::errc::no_such_file_or_directory, permission_denied. A
  /// directory may open without an error; then the first look() sets fault().
  static Result<ByteSource> open(const std::string& path);
  /// Reads an open file from its current position, such as standard input. The file must outlive this object,
  /// which does not close it.
  explicit ByteSource(std::FILE* file);

  /// The next `count` octets (at most kMostAtOnce), without skipping them; fewer only where the file ends or
  /// cannot be read further. A view until the next call of look(), or of skip() by more than its size.
  ConstBytes look(std::size_t count) {
    if (end_ - begin_ < count) refill();
    return ConstBytes(block_).subspan(begin_, (std::min)(count, end_ - begin_));
  }
  /// Skips `count` octets. @return false if the file ends before
  bool skip(std::uint64_t count);

  /// Continues at this octet of the file. @return false if the file cannot be read from any position, as a pipe
  bool go_to(std::uint64_t position);

  /// Octets of the file before the next one.
  std::uint64_t position() const noexcept { return position_; }
  /// Why the file could not be read to its end; nothing when it could.
  std::error_code fault() const noexcept { return fault_; }

 private:
  void refill();

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> owned_;  ///< null: the caller closes the file
  std::FILE* file_;
  std::vector<std::byte> block_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
  std::error_code fault_;
};

}  // namespace idn::capture
