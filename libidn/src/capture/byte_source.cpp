// SPDX-License-Identifier: MIT
#include "capture/byte_source.hpp"

#include <algorithm>
#include <cerrno>

namespace idn::capture {
namespace {

constexpr std::size_t kBlock = 2 * ByteSource::kMostAtOnce;

}  // namespace

Result<ByteSource> ByteSource::open(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return fail(std::error_code(errno, std::generic_category()));
  ByteSource source(file);
  source.owned_.reset(file);
  return source;
}

ByteSource::ByteSource(std::FILE* file) : owned_(nullptr, &std::fclose), file_(file), block_(kBlock) {
  std::setvbuf(file, nullptr, _IONBF, 0);
}

bool ByteSource::skip(std::uint64_t count) {
  for (;;) {
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(count, end_ - begin_));
    begin_ += step;
    position_ += step;
    count -= step;
    if (count == 0) return true;
    refill();
    if (begin_ == end_) return false;
  }
}

bool ByteSource::go_to(std::uint64_t position) {
#ifdef _WIN32
  if (_fseeki64(file_, static_cast<std::int64_t>(position), SEEK_SET) != 0) return false;
#else
  if (fseeko(file_, static_cast<off_t>(position), SEEK_SET) != 0) return false;
#endif
  begin_ = end_ = 0;
  position_ = position;
  return true;
}

void ByteSource::refill() {
  std::copy(block_.begin() + static_cast<std::ptrdiff_t>(begin_),
            block_.begin() + static_cast<std::ptrdiff_t>(end_), block_.begin());
  end_ -= begin_;
  begin_ = 0;
  errno = 0;
  end_ += std::fread(block_.data() + end_, 1, block_.size() - end_, file_);
  if (std::ferror(file_) != 0 && !fault_) fault_ = std::error_code(errno, std::generic_category());
}

}  // namespace idn::capture
