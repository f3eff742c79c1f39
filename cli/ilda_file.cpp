// SPDX-License-Identifier: MIT
#include "cli/ilda_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "cli/failure.hpp"

namespace idn::cli {
namespace {

[[noreturn]] void refuse_ilda(const std::string& path, const std::string& reason) {
  throw Failure(kEnvironment, fmt::format("{}: {}", path, reason));
}

std::vector<std::byte> read_octets(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse_ilda(path, "is a folder; name an .ild file in it");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) refuse_ilda(path, fmt::format("{}; check the name and the permissions", std::strerror(errno)));
  // The size as a hint only: pipes have none. Reserved exactly, since the file stays in memory for the whole
  // show.
  std::vector<std::byte> octets;
  const auto size = std::filesystem::file_size(path, error);
  if (!error) octets.reserve(size);
  std::array<std::byte, 65536> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get()))
    octets.insert(octets.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  if (std::ferror(file.get())) refuse_ilda(path, std::strerror(errno));
  return octets;
}

/// By the name: upper or lower case.
bool is_shown(const std::filesystem::path& path) {
  const std::string name = path.filename().string(), extension = path.extension().string();
  return !name.starts_with('.') && std::ranges::equal(extension, std::string_view(".ild"), [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b);
  });
}

}  // namespace

std::vector<std::string> ilda_files(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  std::filesystem::directory_iterator entry(path, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
    if (is_shown(entry->path()) && entry->is_regular_file(error)) files.push_back(entry->path().string());
  if (error) refuse_ilda(path, error.message());
  if (files.empty()) refuse_ilda(path, "has no .ild file; name another folder");
  std::ranges::sort(files);
  return files;
}

ilda::File load_ilda(const std::string& path) {
  auto octets = read_octets(path);
  if (octets.empty()) refuse_ilda(path, "is empty; an .ild file starts with \"ILDA\"");
  auto file = ilda::File::open(std::move(octets));
  if (!file) refuse_ilda(path, fmt::format("{}; convert it to .ild first", to_string(file.error().code)));
  return std::move(*file);
}

}  // namespace idn::cli
