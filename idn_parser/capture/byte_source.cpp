// SPDX-License-Identifier: MIT
#include "idn_parser/capture/byte_source.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"

namespace idn::parser {
namespace {

constexpr std::size_t kBlock = 2 * ByteSource::kMostAtOnce;

std::FILE* open(const std::string& path) {
  std::FILE* const file = path == "-" ? cli::binary_input() : std::fopen(path.c_str(), "rb");
  if (file == nullptr)
    throw cli::Failure(cli::kEnvironment, path + ": " + std::generic_category().message(errno) +
                                              "; give a readable pcap or pcapng file, or - for standard input");
  std::setvbuf(file, nullptr, _IONBF, 0);
  return file;
}

}  // namespace

void ByteSource::Close::operator()(std::FILE* file) const noexcept {
  if (file != stdin) std::fclose(file);
}

ByteSource::ByteSource(const std::string& path) : file_(open(path)), block_(kBlock) {}

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

void ByteSource::refill() {
  std::copy(block_.begin() + static_cast<std::ptrdiff_t>(begin_),
            block_.begin() + static_cast<std::ptrdiff_t>(end_), block_.begin());
  end_ -= begin_;
  begin_ = 0;
  errno = 0;
  end_ += std::fread(block_.data() + end_, 1, block_.size() - end_, file_.get());
  if (std::ferror(file_.get()) != 0 && fault_.empty()) fault_ = std::generic_category().message(errno);
}

}  // namespace idn::parser
