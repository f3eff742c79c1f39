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
std::FILE* create_beside(const fs::path& path, fs::path& unfinished) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    unfinished = path.string() + fmt::format(".{:08x}.part", random());
    std::FILE* file = std::fopen(unfinished.string().c_str(), "wbx");
    if (file != nullptr || errno != EEXIST) return file;
  }
  return nullptr;
}

}  // namespace

WholeFile::WholeFile(const std::string& path) : path_(path), real_(path) {
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  const bool replaceable = !fs::exists(there) || fs::is_regular_file(there);
  // Not for links to a pipe (/dev/stdout), which has no path.
  if (fs::is_regular_file(there)) real_ = fs::canonical(path, error);
  unfinished_ = real_;
  file_ = replaceable ? create_beside(real_, unfinished_) : std::fopen(real_.string().c_str(), "wb");
  if (file_ == nullptr) refuse(std::strerror(errno));
  // Errors are ignored: some file systems have no permissions.
  if (replaceable && fs::exists(there))
    fs::permissions(unfinished_, there.permissions() & fs::perms::all, error);
}

WholeFile::~WholeFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  remove_part();
}

void WholeFile::write(std::span<const std::byte> content) {
  if (std::fwrite(content.data(), 1, content.size(), file_) != content.size()) refuse(std::strerror(errno));
}

void WholeFile::commit() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) {
    const std::string cause = std::strerror(errno);
    remove_part();
    refuse(cause);
  }
  if (unfinished_ == real_) return;
  std::error_code error;
  fs::rename(unfinished_, real_, error);
  if (!error) return;
  remove_part();
  refuse(error.message());
}

void WholeFile::refuse(const std::string& cause) const {
  throw Failure(kEnvironment, fmt::format("{}: {}; choose a writable folder with free space", path_, cause));
}

void WholeFile::remove_part() noexcept {
  std::error_code ignored;
  if (unfinished_ != real_ && fs::is_regular_file(unfinished_, ignored)) fs::remove(unfinished_, ignored);
}

std::string read_whole_file(const std::string& path, std::string_view remedy) {
  // Not std::ifstream: that of libc++ reads a folder as an empty file instead of failing.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  std::string text;
  std::array<char, 4096> part{};
  while (file != nullptr) {
    const std::size_t length = std::fread(part.data(), 1, part.size(), file.get());
    if (length == 0) break;
    text.append(part.data(), length);
  }
  if (file == nullptr || std::ferror(file.get()) != 0)
    throw Failure(kEnvironment, fmt::format("{}: {}; {}", path, std::strerror(errno), remedy));
  return text;
}

void write_whole_file(const std::string& path, std::span<const std::byte> content) {
  WholeFile file(path);
  file.write(content);
  file.commit();
}

}  // namespace idn::cli
