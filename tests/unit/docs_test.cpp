// SPDX-License-Identifier: MIT
// Checks of the documents: the files and tests in the protocol map exist, and every block of C++, C and Rust is
// part of a program that is built, and run if it uses this library.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/regex.hpp"

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

/// The content of a file without indentation and empty lines.
std::string code_of(const fs::path& file) {
  std::ifstream in(file);
  std::string code;
  for (std::string line; std::getline(in, line);)
    if (line = without_indentation(line); !line.empty()) code += line + '\n';
  return code;
}

/// The blocks of C++, C and Rust of a document, in the form of code_of().
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

std::vector<fs::path> all_documents() {
  std::vector<fs::path> found{kProject / "README.md", kProject / "CHANGELOG.md", kProject / "python/README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kProject / "docs"))
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

/// The lines outside of code blocks.
std::vector<std::string> lines_of_text(const fs::path& document) {
  std::ifstream in(document);
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```"))
      inside = !inside;
    else if (!inside)
      lines.push_back(line);
  }
  return lines;
}

/// The anchor that GitHub gives a heading: "Once more: a.b" becomes once-more-ab.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading.substr(std::min(heading.size(), heading.find(' ') + 1))) {
    if (c == ' ') anchor += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return anchor;
}

bool has_anchor(const fs::path& document, const std::string& anchor) {
  for (const auto& line : lines_of_text(document))
    if (line.starts_with('#') && anchor_of(line) == anchor) return true;
  return false;
}

/// The code of all programs that documents quote: the examples, which tests run, and those for other libraries,
/// which are built only.
std::string code_of_programs() {
  std::string code;
  for (const char* folder : {"examples", "tests/fuzz", "examples/peers/helios", "examples/peers/ether_dream",
                             "examples/peers/laser_dac/src/bin"})
    for (const char* extension : {".cpp", ".c", ".rs"})
      for (const auto& file : files_in(folder, extension)) code += code_of(file);
  return code;
}

/// As code_of(), without the comment at the beginning of the file.
std::string program_of(const fs::path& file) {
  std::string code = code_of(file);
  while (code.starts_with("//")) code.erase(0, code.find('\n') + 1);
  return code;
}

}  // namespace

TEST_CASE("every file that the protocol map and the architecture name exists", "[docs]") {
  const auto [document, fewest] =
      GENERATE(table<std::string, int>({{"docs/protocol.md", 50}, {"docs/architecture.md", 10}}));
  std::ifstream map(kProject / document);
  REQUIRE(map.is_open());
  const idn::test::Regex path(R"(`([a-z_0-9/]+\.(?:hpp|cpp|py|md))`)");
  int found = 0;
  for (std::string line; std::getline(map, line);) {
    for (const auto& match : path.all_matches(line)) {
      CAPTURE(match[1]);
      CHECK(exists_below({"libidn/include", "libidn/include/idn", "libidn/src", "tests", "."}, match[1]));
      ++found;
    }
  }
  CHECK(found > fewest);
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

TEST_CASE("every link of the documents leads to a file and a heading", "[docs]") {
  const idn::test::Regex link(R"(\]\(([^)#\s]*)(?:#([^)\s]*))?\))");
  int found = 0;
  for (const auto& document : all_documents())
    for (const auto& line : lines_of_text(document))
      for (const auto& match : link.all_matches(line)) {
        const std::string& path = match[1];
        const std::string& anchor = match[2];
        if (path.starts_with("http")) continue;
        CAPTURE(document.string(), path, anchor);
        const fs::path target = path.empty() ? document : document.parent_path() / path;
        CHECK(fs::exists(target));
        if (!anchor.empty() && target.extension() == ".md") CHECK(has_anchor(target, anchor));
        ++found;
      }
  CHECK(found > 100);
}
