// SPDX-License-Identifier: MIT
#include "io/platform/unnamed_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>

namespace idn::io::platform {

/// There are no seals; on macOS the size of such memory can be set only once.
int create_unnamed_memory(std::size_t octets) noexcept {
  static std::atomic<unsigned> number{0};
  const std::string name = "/idn-" + std::to_string(getpid()) + "-" + std::to_string(++number);
  const int memory = shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (memory < 0) return -1;
  shm_unlink(name.c_str());
  if (ftruncate(memory, static_cast<off_t>(octets)) == 0) return memory;
  const int error = errno;
  ::close(memory);
  errno = error;
  return -1;
}

}  // namespace idn::io::platform
