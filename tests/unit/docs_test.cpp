// SPDX-License-Identifier: MIT
// The map from specification to code and tests leads somewhere.
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
