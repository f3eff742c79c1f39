// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cerrno>

#include "idn_server/recorder/sync_file.hpp"

namespace idn::server {

std::error_code sync_to_disk(std::FILE* file) noexcept {
  if (::fsync(::fileno(file)) == 0 || errno == EINVAL || errno == EROFS) return {};
  return {errno, std::generic_category()};
}

}  // namespace idn::server
