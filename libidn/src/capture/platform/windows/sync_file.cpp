// SPDX-License-Identifier: MIT
#include <io.h>

#include <cerrno>

#include "capture/platform/sync_file.hpp"

namespace idn::capture {

std::error_code sync_to_disk(std::FILE* file) noexcept {
  if (::_commit(::_fileno(file)) == 0 || errno == EBADF) return {};
  return {errno, std::generic_category()};
}

}  // namespace idn::capture
