// SPDX-License-Identifier: MIT
#include "plugins/tool/links.hpp"

#include <filesystem>
#include <fstream>

#include "cli/failure.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using plugins::linked_libraries;
using plugins::make_links;
namespace fs = std::filesystem;

TEST_CASE("idn_plugins link: every name leads to the library, and a second time does no harm", "[plugins]") {
  const test::TemporaryFolder folder;
  const auto& library = linked_libraries().front();
  std::ofstream(folder / library.file) << "library";
  const auto done = make_links(folder / "deep/host", folder / "", false);
  CHECK(done.size() == library.names.size());
  for (const auto& name : library.names) {
    std::string text;
    std::ifstream(fs::path(folder / "deep/host") / name) >> text;
    CHECK(text == "library");
  }
#ifndef _WIN32
  CHECK(make_links(folder / "deep/host", folder / "", false).front() ==
        library.names.front() + " is there already");
#endif
}

TEST_CASE("idn_plugins link: what is not ours stays unless it shall be replaced", "[plugins]") {
  const test::TemporaryFolder folder;
  const auto& library = linked_libraries().front();
  std::ofstream(folder / library.file) << "library";
  std::ofstream(folder / library.names.back()) << "theirs";
  CHECK_THROWS_AS(make_links(folder / "", folder / "", false), cli::Failure);
  std::string text;
  std::ifstream(folder / library.names.back()) >> text;
  CHECK(text == "theirs");
  make_links(folder / "", folder / "", true);
  std::ifstream(folder / library.names.back()) >> text;
  CHECK(text == "library");
}

TEST_CASE("idn_plugins link: without the libraries it tells where it looked", "[plugins]") {
  const test::TemporaryFolder folder;
  try {
    make_links(folder / "host", folder / "none", false);
    FAIL("nothing was refused");
  } catch (const cli::Failure& failure) {
    CHECK(std::string(failure.what()) ==
          folder / "none" + " has none of the libraries; name their folder by --from");
    CHECK(failure.code() == cli::kEnvironment);
  }
}
