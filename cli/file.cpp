// SPDX-License-Identifier: MIT
#include "cli/file.hpp"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <system_error>
#include <utility>

#include "cli/failure.hpp"

namespace idn::cli {

namespace fs = std::filesystem;

namespace {

/// Creates a temporary file in the folder of `path`, so that it can be renamed; null with errno set on failure.
std::FILE* create_in_same_folder(const fs::path& path, fs::path& temporary) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary = path.string() + fmt::format(".{:08x}.part", random());
    std::FILE* file = std::fopen(temporary.string().c_str(), "wbx");
    if (file != nullptr || errno != EEXIST) return file;
  }
  return nullptr;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), resolved_path_(path) {
  std::error_code error;
  const fs::file_status existing = fs::status(path, error);
  const bool replaceable = !fs::exists(existing) || fs::is_regular_file(existing);
  // Not for links to a pipe (/dev/stdout), which has no path.
  if (fs::is_regular_file(existing)) resolved_path_ = fs::canonical(path, error);
  temporary_path_ = resolved_path_;
  file_ = replaceable ? create_in_same_folder(resolved_path_, temporary_path_)
                      : std::fopen(resolved_path_.string().c_str(), "wb");
  if (file_ == nullptr) refuse(std::strerror(errno));
  // Errors are ignored: some file systems have no permissions.
  if (replaceable && fs::exists(existing))
    fs::permissions(temporary_path_, existing.permissions() & fs::perms::all, error);
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  remove_temporary();
}

void AtomicFile::write(std::span<const std::byte> content) {
  if (std::fwrite(content.data(), 1, content.size(), file_) != content.size()) refuse(std::strerror(errno));
}

void AtomicFile::commit() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) {
    const std::string cause = std::strerror(errno);
    remove_temporary();
    refuse(cause);
  }
  if (temporary_path_ == resolved_path_) return;
  std::error_code error;
  fs::rename(temporary_path_, resolved_path_, error);
  if (!error) return;
  remove_temporary();
  refuse(error.message());
}

void AtomicFile::refuse(const std::string& cause) const {
  throw Failure(kEnvironment, fmt::format("{}: {}; choose a writable folder with free space", path_, cause));
}

void AtomicFile::remove_temporary() noexcept {
  std::error_code ignored;
  if (temporary_path_ != resolved_path_ && fs::is_regular_file(temporary_path_, ignored))
    fs::remove(temporary_path_, ignored);
}

std::string read_whole_file(const std::string& path, std::string_view remedy) {
  // Not std::ifstream: that of libc++ reads a folder as an empty file instead of failing.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  std::string text;
  std::array<char, 4096> block{};
  while (file != nullptr) {
    const std::size_t length = std::fread(block.data(), 1, block.size(), file.get());
    if (length == 0) break;
    text.append(block.data(), length);
  }
  if (file == nullptr || std::ferror(file.get()) != 0)
    throw Failure(kEnvironment, fmt::format("{}: {}; {}", path, std::strerror(errno), remedy));
  return text;
}

void write_file_atomically(const std::string& path, std::span<const std::byte> content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

}  // namespace idn::cli
