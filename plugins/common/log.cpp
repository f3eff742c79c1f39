// SPDX-License-Identifier: MIT
#include "plugins/common/log.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

namespace idn::plugins {
namespace {

namespace fs = std::filesystem;

/// "2026-11-22T23:52:41Z"
std::string time_stamp() {
  using namespace std::chrono;
  const auto now = floor<seconds>(system_clock::now());
  const auto today = floor<days>(now);
  const year_month_day date(today);
  const hh_mm_ss time(now - today);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()));
  return text.data();
}

/// Replaces control characters, which text from the network may contain.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return text;
}

}  // namespace

Log::Log(std::string file, std::string name) : file_(std::move(file)), name_(std::move(name)) {
  if (file_.empty()) return;
  std::error_code ignored;
  fs::create_directories(fs::path(file_).parent_path(), ignored);
  std::error_code error;
  if (const auto size = fs::file_size(file_, error); !error && size > kLargest)
    fs::rename(file_, file_ + ".old", ignored);
}

/// Lines are rare, so the file is opened for each: child processes of the host do not inherit it.
void Log::write(const std::string& text) noexcept try {
  if (file_.empty()) return;
  const std::lock_guard lock(mutex_);
  std::ofstream(file_, std::ios::app) << time_stamp() + ' ' + name_ + ": " + one_line(text) + '\n';
} catch (...) {  // a full disk is no reason to disturb a show
}

}  // namespace idn::plugins
