// SPDX-License-Identifier: MIT
#include "cli/file.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/failure.hpp"

namespace idn::cli {
namespace {

namespace fs = std::filesystem;

std::error_code last_error() {
  return {errno, std::generic_category()};
}

std::error_code write(const fs::path& path, std::span<const std::byte> content) {
  std::FILE* file = std::fopen(path.string().c_str(), "wb");
  if (file == nullptr) return last_error();
  std::error_code error;
  if (std::fwrite(content.data(), 1, content.size(), file) != content.size()) error = last_error();
  if (std::fclose(file) != 0 && !error) error = last_error();
  return error;
}

std::error_code write_and_rename(const fs::path& path, std::span<const std::byte> content) {
  const fs::path unfinished = path.string() + ".part";
  std::error_code error = write(unfinished, content);
  if (!error) fs::rename(unfinished, path, error);
  std::error_code ignored;
  if (error && fs::is_regular_file(unfinished, ignored)) fs::remove(unfinished, ignored);
  return error;
}

}  // namespace

void write_whole_file(const std::string& path, std::span<const std::byte> content) {
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  const bool replaceable = !fs::exists(there) || fs::is_regular_file(there);
  // Through a link, so that it is the file behind it that changes.
  const fs::path real = fs::exists(there) ? fs::canonical(path, error) : fs::path(path);
  error = replaceable ? write_and_rename(real, content) : write(real, content);
  if (error)
    throw Failure(kEnvironment,
                  fmt::format("{}: {}; choose a writable folder with free space", path, error.message()));
}

}  // namespace idn::cli
