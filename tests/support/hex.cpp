// SPDX-License-Identifier: MIT
#include "support/hex.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace idn::test {
namespace {

int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  throw std::invalid_argument(std::string("not a hex digit: ") + c);
}

}  // namespace

std::vector<std::byte> from_hex(std::string_view text) {
  std::vector<std::byte> octets;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word.size() % 2 != 0) throw std::invalid_argument("odd number of hex digits: " + word);
      for (std::size_t i = 0; i < word.size(); i += 2)
        octets.push_back(static_cast<std::byte>(nibble(word[i]) << 4 | nibble(word[i + 1])));
    }
  }
  return octets;
}

std::vector<std::byte> binary_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const auto octets = std::as_bytes(std::span(content));
  return {octets.begin(), octets.end()};
}

std::vector<std::byte> vector_file(const std::string& relative_path) {
  const auto octets = binary_file(std::string(IDN_TEST_VECTORS) + "/" + relative_path);
  return from_hex({reinterpret_cast<const char*>(octets.data()), octets.size()});
}

std::string shared_data_folder() {
  const char* from_environment = std::getenv("IDN_SHARED_DIR");
  const std::string folder = from_environment ? from_environment : IDN_SHARED_DIR;
  return std::filesystem::is_directory(folder) ? folder : "";
}

}  // namespace idn::test
