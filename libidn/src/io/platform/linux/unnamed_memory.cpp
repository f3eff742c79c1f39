// SPDX-License-Identifier: MIT
#include "io/platform/unnamed_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace idn::io::platform {

int create_unnamed_memory(std::size_t octets) noexcept {
  const int memory = memfd_create("idn-shared-ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  // Sealed: if one process could shrink the memory, another one that has mapped it would get SIGBUS.
  if (ftruncate(memory, static_cast<off_t>(octets)) == 0 &&
      fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return memory;
  const int error = errno;
  ::close(memory);
  errno = error;
  return -1;
}

}  // namespace idn::io::platform
