// SPDX-License-Identifier: MIT
#include "output/platform/administrator_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace idn::output {

Result<std::optional<std::string>> read_administrator_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) return fail(Errc::Limits, path + ": cannot be read");
  return text;
}

}  // namespace idn::output
