// SPDX-License-Identifier: MIT
#include "sender/doctor/machine_files.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace idn::sender::doctor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMost = std::size_t{64} * 1024;

/// "cpu9" ahead of "cpu10".
bool shorter_first(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

fs::path MachineFiles::real(const std::string& path) const {
  return root_ / fs::path(path).relative_path();
}

std::optional<std::string> MachineFiles::read(const std::string& path) const {
  std::ifstream file(real(path), std::ios::binary);
  std::string text(kMost, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) return std::nullopt;
  text.resize(static_cast<std::size_t>(file.gcount()));
  text.resize(text.find_last_not_of(" \t\r\n") + 1);  // npos + 1 is 0
  return text;
}

std::optional<long long> MachineFiles::number(const std::string& path) const {
  const std::string text = read(path).value_or("");
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string> MachineFiles::names(const std::string& folder) const {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(real(folder), error), end; !error && entry != end; entry.increment(error))
    found.push_back(entry->path().filename().string());
  std::ranges::sort(found, shorter_first);
  return found;
}

bool MachineFiles::has(const std::string& path) const {
  std::error_code error;
  return fs::exists(real(path), error);
}

}  // namespace idn::sender::doctor
