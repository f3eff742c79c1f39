// SPDX-License-Identifier: MIT
// Dependencies point one way: base <- wire, ilda, analysis, capture <- stream, output <- picture, io <- client
// <- c, programs. Within stream and io as well: playout <- receive, find <- send. No program knows another.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "support/catch.hpp"
#include "support/regex.hpp"

namespace fs = std::filesystem;
using idn::test::Regex;

namespace {

const fs::path kSource = IDN_SOURCE_DIR;
const fs::path kLibrary = kSource / "libidn";

void add_files(const fs::path& folder, std::vector<fs::path>& found) {
  if (!fs::exists(folder)) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) found.push_back(entry.path());
}

std::vector<fs::path> sources_of(const std::string& layer) {
  std::vector<fs::path> found;
  add_files(kLibrary / "include/idn" / layer, found);
  add_files(kLibrary / "src" / layer, found);
  return found;
}

std::vector<fs::path> sources_below(const std::string& folder) {
  std::vector<fs::path> found;
  add_files(kSource / folder, found);
  return found;
}

/// The lines of a file that match, with file name and line number.
std::vector<std::string> offences(const fs::path& file, const Regex& forbidden) {
  std::vector<std::string> found;
  std::ifstream in(file);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string code = line.substr(0, line.find("//"));
    if (forbidden.search(code)) found.push_back(file.string() + ":" + std::to_string(number) + ": " + line);
  }
  return found;
}

void check_files(const std::vector<fs::path>& files, const std::string& forbidden) {
  REQUIRE_FALSE(files.empty());
  const Regex pattern(forbidden);
  for (const auto& file : files) CHECK(offences(file, pattern) == std::vector<std::string>{});
}

void check_layer(const std::string& layer, const std::string& forbidden) {
  CAPTURE(layer);
  check_files(sources_of(layer), forbidden);
}

/// The headers that are installed, as programs include them ("idn/time.hpp"): those of the file sets.
std::set<std::string> installed_headers() {
  const Regex header(R"(\binclude/(idn/[a-z_/]+\.h(pp)?)\b)");
  std::set<std::string> found;
  for (const char* const list : {"CMakeLists.txt", "c.cmake"}) {
    std::ifstream in(kLibrary / list);
    for (std::string line; std::getline(in, line);)
      for (const auto& match : header.all_matches(line)) found.insert(match[1]);
  }
  return found;
}

/// Whether `name`, included by `file` of a program, is a header of the library that is not installed.
bool is_hidden(const std::string& name, const fs::path& file, const std::set<std::string>& installed) {
  if (name.find("libidn/") != std::string::npos) return true;
  if (name.starts_with("idn/")) return !installed.contains(name);
  return fs::exists(kLibrary / "src" / name) && !fs::exists(kSource / name) &&
         !fs::exists(file.parent_path() / name);
}

/// Includes of these folders of the library, public or not, or of these programs.
std::string includes_of(const std::string& folders) {
  return R"(|#include "(idn/)?()" + folders + ")/";
}

// Sans-I/O layers use no clock, thread, socket, log or file. <atomic> is allowed, for rings between threads.
const std::string kNoFiles =
    R"(<thread>|<mutex>|<condition_variable>|<future>|<iostream>|<sys/|<boost|<fmt|_clock::now|\btime\(|\bnow\(\))";
const std::string kReality = kNoFiles + "|<fstream>|<cstdio>|<filesystem>";

const std::string kPrograms = "sender|idn_server|idn_parser|viewer|bench|latency|plugins";

}  // namespace

TEST_CASE("lower layers include no higher one and no reality", "[layers]") {
  check_layer("wire", kReality + includes_of("stream|io|ilda|analysis|capture|output|picture|client") +
                          R"(|<vector>|\bnew\b)");
  check_layer("ilda", kReality + includes_of("stream|io|wire|analysis|capture|output|picture|client"));
  check_layer("analysis", kReality + includes_of("stream|io|ilda|capture|output|picture|client"));
  check_layer("stream", kReality + includes_of("io|ilda|capture|output|picture|client"));
  check_layer("picture", kReality + includes_of("io|wire|analysis|capture|output|client"));
  check_layer("io", includes_of("ilda|capture|output|picture|client").substr(1));
  check_layer("output", includes_of("stream|io|ilda|analysis|capture|picture|client").substr(1));
  check_layer("c", includes_of("wire|stream|ilda|analysis|capture|picture").substr(1));
}

TEST_CASE("sending, receiving, playing out and finding units know no more of each other than they need",
          "[layers]") {
  const auto check_room = [](const std::string& room, const std::string& others) {
    check_layer(room, includes_of(others).substr(1));
  };
  check_room("stream/send", "stream/(receive|playout|find)");
  check_room("stream/receive", "stream/(send|find)");
  check_room("stream/playout", "stream/(send|receive|find)");
  check_room("stream/find", "stream/(send|receive|playout)");
  check_room("io/send", "stream/(receive|playout)|io/receive");
  check_room("io/receive", "stream/(send|find)|io/find");
  check_room("io/find", "stream/(send|receive|playout)|io/(send|receive)");
}

TEST_CASE("captures are bytes and files: what the datagrams mean is not known there", "[layers]") {
  check_layer("capture", kNoFiles + includes_of("stream|io|ilda|analysis|picture|client"));
  // One source takes merged datagrams apart, by the size field of their messages.
  auto others = sources_of("capture");
  std::erase_if(others, [](const fs::path& file) { return file.filename() == "merged_datagrams.cpp"; });
  check_files(others, includes_of("wire").substr(1));
}

TEST_CASE("no program includes another one's folder", "[layers]") {
  for (const std::string program : {"sender", "idn_server", "idn_parser", "viewer", "bench", "latency"}) {
    CAPTURE(program);
    check_files(sources_below(program), R"(#include "(\.\./|(?!)" + program + "/)(" + kPrograms + ")/)");
  }
}

TEST_CASE("no plug-in includes another one's folder, nor a program's", "[layers]") {
  for (const auto& folder : fs::directory_iterator(kSource / "plugins")) {
    if (!folder.is_directory()) continue;
    const std::string plugin = folder.path().filename().string();
    CAPTURE(plugin);
    check_files(sources_below("plugins/" + plugin),
                R"(#include "(\.\./|(?!plugins/(common|)" + plugin + ")/)(" + kPrograms + ")/)");
  }
}

TEST_CASE("what programs share includes none of them, and the library nothing but itself", "[layers]") {
  check_files(sources_below("cli"), R"(#include "(\.\./|()" + kPrograms + ")/)");
  check_files(sources_below("venue"), R"(#include "(\.\./|(cli|)" + kPrograms + ")/)");
  check_files(sources_below("toml"), R"(#include "(\.\./|(cli|)" + kPrograms + ")/)" +
                                         includes_of("stream|io|ilda|wire|analysis|capture|picture|client"));
  check_files(sources_below("libidn"), R"(#include "(\.\./|(cli|)" + kPrograms + ")/)");
}

TEST_CASE("examples include the library only", "[layers]") {
  check_files(sources_below("examples"), R"(#include "(?!idn/))");
}

TEST_CASE("public headers are those that are installed, and few", "[layers]") {
  std::vector<fs::path> files;
  add_files(kLibrary / "include", files);
  std::set<std::string> present;
  for (const auto& file : files) present.insert(file.lexically_relative(kLibrary / "include").generic_string());
  CHECK(present == installed_headers());
  // Public means used by others: a header that only the library or one program needs is not. Before this bound
  // is raised, a subject that has a header already may be the place.
  constexpr std::ptrdiff_t kMostCppHeaders = 66;
  CHECK(std::ranges::count_if(present, [](const auto& name) { return name.ends_with(".hpp"); }) <=
        kMostCppHeaders);
}

TEST_CASE("programs and plug-ins include no header of the library that is not installed", "[layers]") {
  const auto installed = installed_headers();
  const Regex include(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::size_t of_library = 0;
  for (const std::string folder : {"cli", "examples", "idn_parser", "idn_server", "latency", "plugins",
                                   "python", "sender", "venue", "viewer"}) {
    CAPTURE(folder);
    for (const auto& file : sources_below(folder)) {
      if (const auto kind = file.extension(); kind == ".txt" || kind == ".cmake") {
        CHECK(offences(file, Regex("libidn/src")) == std::vector<std::string>{});
        continue;
      }
      if (const auto kind = file.extension(); kind != ".cpp" && kind != ".hpp" && kind != ".h" && kind != ".c")
        continue;
      std::ifstream in(file);
      for (std::string line; std::getline(in, line);)
        for (const auto& match : include.all_matches(line)) {
          CAPTURE(file, line);
          CHECK_FALSE(is_hidden(match[1], file, installed));
          if (match[1].starts_with("idn/")) ++of_library;
        }
    }
  }
  CHECK(of_library > 100);
}

TEST_CASE("only the platform folders and the unit socket's own code include headers of an operating system",
          "[layers]") {
  const Regex system_header(R"(<(windows|winsock2|pthread|sched|poll|unistd|sys/[a-z_]+|netinet/[a-z_]+)\.h>)");
  for (const std::string layer :
       {"wire", "ilda", "analysis", "capture", "stream", "picture", "io", "client", "c"})
    for (const auto& file : sources_of(layer))
      if (file.generic_string().find("/platform/") == std::string::npos)
        CHECK(offences(file, system_header) == std::vector<std::string>{});
}
