// SPDX-License-Identifier: MIT
// The documents are true: the map from specification to code and tests leads somewhere, and every piece of C++,
// C and Rust is part of a program that is built, and run where it is ours.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "support/catch.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path kProject = IDN_SOURCE_DIR;

bool exists_below(std::initializer_list<const char*> folders, const std::string& path) {
  for (const char* folder : folders)
    if (fs::exists(kProject / folder / path)) return true;
  return false;
}

std::string without_indentation(const std::string& line) {
  const auto first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

/// Lines of code, one after the other: each with a line feed, indentation and empty lines left out.
std::string code_of(const fs::path& file) {
  std::ifstream in(file);
  std::string code;
  for (std::string line; std::getline(in, line);)
    if (line = without_indentation(line); !line.empty()) code += line + '\n';
  return code;
}

/// The blocks of C++, C and Rust of a document, as code_of() has them.
std::vector<std::string> code_blocks(const fs::path& document) {
  std::ifstream in(document);
  std::vector<std::string> blocks;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```cpp" || line == "```c" || line == "```rust";
      if (inside) blocks.emplace_back();
    } else if (inside && !without_indentation(line).empty()) {
      blocks.back() += without_indentation(line) + '\n';
    }
  }
  return blocks;
}

std::vector<fs::path> files_in(const std::string& folder, const std::string& extension) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kProject / folder))
    if (entry.path().extension() == extension) found.push_back(entry.path());
  return found;
}

/// Programs that are built and run by tests of their own, and those of other libraries that are built.
std::string code_of_programs() {
  std::string code;
  for (const char* folder : {"examples", "tests/fuzz", "examples/peers/helios", "examples/peers/ether_dream",
                             "examples/peers/laser_dac/src/bin"})
    for (const char* extension : {".cpp", ".c", ".rs"})
      for (const auto& file : files_in(folder, extension)) code += code_of(file);
  return code;
}

/// The same without the comment at the beginning of a file.
std::string program_of(const fs::path& file) {
  std::string code = code_of(file);
  while (code.starts_with("//")) code.erase(0, code.find('\n') + 1);
  return code;
}

}  // namespace

TEST_CASE("every file that the protocol map names exists", "[docs]") {
  std::ifstream map(kProject / "docs/protocol.md");
  REQUIRE(map.is_open());
  const std::regex path(R"(`([a-z_0-9/]+\.(?:hpp|cpp|py|md))`)");
  int found = 0;
  for (std::string line; std::getline(map, line);) {
    for (std::sregex_iterator match(line.begin(), line.end(), path), end; match != end; ++match) {
      CAPTURE((*match)[1].str());
      CHECK(exists_below({"libidn/include/idn", "libidn/src", "tests", "."}, (*match)[1]));
      ++found;
    }
  }
  CHECK(found > 50);
}

TEST_CASE("the C++, C and Rust of the documents is that of programs that are built", "[docs]") {
  const std::string programs = code_of_programs();
  auto documents = files_in("docs", ".md");
  documents.push_back(kProject / "README.md");
  int found = 0;
  for (const auto& document : documents)
    for (const auto& block : code_blocks(document)) {
      CAPTURE(document.string(), block);
      CHECK(programs.find(block) != std::string::npos);
      ++found;
    }
  CHECK(found >= 3);
}

TEST_CASE("a program in the README is all of an example, so it compiles as it stands", "[docs]") {
  std::vector<std::string> programs;
  for (const char* extension : {".cpp", ".c"})
    for (const auto& file : files_in("examples", extension)) programs.push_back(program_of(file));
  for (const auto& block : code_blocks(kProject / "README.md")) {
    CAPTURE(block);
    if (block.find("int main(") != std::string::npos) CHECK(std::ranges::count(programs, block) == 1);
  }
}
