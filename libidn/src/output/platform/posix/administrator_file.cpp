// SPDX-License-Identifier: MIT
#include "output/platform/administrator_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace idn::output {
namespace {

using Text = Result<std::optional<std::string>>;

class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const noexcept { return number_; }

 private:
  int number_;
};

tl::unexpected<Error> refused(const std::string& path, const std::string& why) {
  return fail(Errc::Limits, path + ": " + why);
}

/// The error of the last call.
tl::unexpected<Error> refused(const std::string& path) {
  return refused(path, std::error_code(errno, std::generic_category()).message());
}

/// Write permission for a folder allows to replace its files, unless its sticky bit reserves that to their
/// owners.
const char* folder_problem(const struct stat& folder) noexcept {
  if (folder.st_uid != 0) return "lies in a folder that does not belong to root; chown root its folder";
  if ((folder.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (folder.st_mode & S_ISVTX) == 0)
    return "lies in a folder that others than root can write; chmod go-w its folder";
  return nullptr;
}

const char* file_problem(const struct stat& file) noexcept {
  if (!S_ISREG(file.st_mode)) return "is no regular file";
  if (file.st_uid != 0) return "does not belong to root; chown root it";
  if ((file.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "can be written by others than root; chmod go-w it";
  if (file.st_size > static_cast<off_t>(kLargestFile)) return "is larger than a mebibyte";
  return nullptr;
}

Text read_all(int file, const std::string& path) {
  std::string text;
  std::array<char, 4096> part;
  while (true) {
    const ssize_t size = ::read(file, part.data(), part.size());
    if (size == 0) return text;
    if (size < 0 && errno != EINTR) return refused(path);
    if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
    if (text.size() > kLargestFile) return refused(path, "is larger than a mebibyte");
  }
}

}  // namespace

Text read_administrator_file(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const Descriptor in(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (in.number() < 0 && errno == ENOENT) return std::nullopt;
  if (in.number() < 0) return refused(path);
  const std::string name = std::filesystem::path(path).filename().string();
  // O_NOFOLLOW: others could replace the target of a link. O_NONBLOCK: opening a FIFO would block.
  const Descriptor file(::openat(in.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0 && errno == ENOENT) return std::nullopt;
  if (file.number() < 0 && errno == ELOOP)
    return refused(path, "is a symbolic link; put the file itself there");
  if (file.number() < 0) return refused(path);
  struct stat state{};
  if (::fstat(in.number(), &state) != 0) return refused(path);
  if (const char* problem = folder_problem(state)) return refused(path, problem);
  if (::fstat(file.number(), &state) != 0) return refused(path);
  if (const char* problem = file_problem(state)) return refused(path, problem);
  return read_all(file.number(), path);
}

}  // namespace idn::output
