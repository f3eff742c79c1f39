// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cerrno>

#include "capture/platform/sync_file.hpp"

namespace idn::capture {

std::error_code sync_to_disk(std::FILE* file) noexcept {
  if (::fsync(::fileno(file)) == 0 || errno == EINVAL || errno == EROFS) return {};
  return {errno, std::generic_category()};
}

}  // namespace idn::capture
