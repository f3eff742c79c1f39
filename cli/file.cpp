// SPDX-License-Identifier: MIT
#include "cli/file.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>

#include "cli/failure.hpp"

namespace idn::cli {
namespace {

namespace fs = std::filesystem;

std::error_code last_error() {
  return {errno, std::generic_category()};
}

std::error_code write(std::FILE* file, std::span<const std::byte> content) {
  if (file == nullptr) return last_error();
  std::error_code error;
  if (std::fwrite(content.data(), 1, content.size(), file) != content.size()) error = last_error();
  if (std::fclose(file) != 0 && !error) error = last_error();
  return error;
}

/// A new file beside `path`, so that it can take its name; null with errno set where there can be none.
std::FILE* create_beside(const fs::path& path, fs::path& unfinished) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    unfinished = path.parent_path() / fmt::format(".idn-{:08x}.part", random());
    std::FILE* file = std::fopen(unfinished.string().c_str(), "wbx");
    if (file != nullptr || errno != EEXIST) return file;
  }
  return nullptr;
}

std::error_code write_and_rename(const fs::path& path, fs::file_status replaced,
                                 std::span<const std::byte> content) {
  fs::path unfinished;
  std::FILE* file = create_beside(path, unfinished);
  if (file == nullptr) return last_error();
  std::error_code ignored;  // file systems without permissions refuse to set them
  if (fs::exists(replaced)) fs::permissions(unfinished, replaced.permissions() & fs::perms::all, ignored);
  std::error_code error = write(file, content);
  if (!error) fs::rename(unfinished, path, error);
  if (error) fs::remove(unfinished, ignored);
  return error;
}

}  // namespace

void write_whole_file(const std::string& path, std::span<const std::byte> content) {
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  const bool replaceable = !fs::exists(there) || fs::is_regular_file(there);
  // Through a link, so that it is the file behind it that changes.
  const fs::path real = fs::exists(there) ? fs::canonical(path, error) : fs::path(path);
  error = replaceable ? write_and_rename(real, there, content) : write(std::fopen(path.c_str(), "wb"), content);
  if (error)
    throw Failure(kEnvironment,
                  fmt::format("{}: {}; choose a writable folder with free space", path, error.message()));
}

}  // namespace idn::cli
