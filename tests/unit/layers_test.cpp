// SPDX-License-Identifier: MIT
// Dependencies point one way: base <- wire, ilda, analysis <- stream <- io <- programs.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "support/catch.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path kLibrary = fs::path(IDN_SOURCE_DIR) / "libidn";

std::vector<fs::path> sources_of(const std::string& layer) {
  std::vector<fs::path> found;
  for (const auto& root : {kLibrary / "include/idn" / layer, kLibrary / "src" / layer})
    if (fs::exists(root))
      for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.is_regular_file()) found.push_back(entry.path());
  return found;
}

/// Lines of a file that match, with their place.
std::vector<std::string> offences(const fs::path& file, const std::regex& forbidden) {
  std::vector<std::string> found;
  std::ifstream in(file);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string code = line.substr(0, line.find("//"));
    if (std::regex_search(code, forbidden))
      found.push_back(file.string() + ":" + std::to_string(number) + ": " + line);
  }
  return found;
}

void check_layer(const std::string& layer, const std::string& forbidden) {
  const auto files = sources_of(layer);
  CAPTURE(layer);
  REQUIRE_FALSE(files.empty());
  for (const auto& file : files) CHECK(offences(file, std::regex(forbidden)) == std::vector<std::string>{});
}

// No clock, thread, socket, log or file in what is pure; <atomic> is all that a ring between threads needs.
const std::string kReality =
    R"(<thread>|<mutex>|<condition_variable>|<future>|<iostream>|<fstream>|<cstdio>|<sys/|<boost|<fmt|_clock::now|\btime\(|\bnow\(\))";

}  // namespace

TEST_CASE("lower layers include no higher one and no reality", "[layers]") {
  check_layer("wire", kReality + R"(|"idn/(stream|io|ilda|analysis)|<vector>|\bnew\b)");
  check_layer("ilda", kReality + R"(|"idn/(stream|io|wire|analysis))");
  check_layer("analysis", kReality + R"(|"idn/(stream|io|ilda))");
  check_layer("stream", kReality + R"(|"idn/(io|ilda))");
}

TEST_CASE("only the platform folders and the unit socket's own code include headers of an operating system",
          "[layers]") {
  const std::regex system_header(
      R"(<(windows|winsock2|pthread|sched|poll|unistd|sys/[a-z_]+|netinet/[a-z_]+)\.h>)");
  for (const std::string layer : {"wire", "ilda", "analysis", "stream", "io"})
    for (const auto& file : sources_of(layer))
      if (file.generic_string().find("/platform/") == std::string::npos)
        CHECK(offences(file, system_header) == std::vector<std::string>{});
}
