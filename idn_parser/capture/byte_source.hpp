// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "idn/bytes.hpp"

namespace idn::parser {

/// A file or standard input, read forward in blocks of a fixed size, so that memory does not grow with it.
class ByteSource {
 public:
  /// The most that can be looked at: a packet of the longest length that tools capture (256 KiB) and its
  /// headers.
  static constexpr std::size_t kMostAtOnce = 256 * 1024 + 1024;

  /// @param path a file, or "-" for standard input. Throws cli::Failure, kEnvironment, when it does not open.
  explicit ByteSource(const std::string& path);

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
  /// Why the file could not be read to its end; empty when it could.
  const std::string& fault() const noexcept { return fault_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const noexcept;
  };

  void refill();

  std::unique_ptr<std::FILE, Close> file_;
  std::vector<std::byte> block_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
  std::string fault_;
};

}  // namespace idn::parser
