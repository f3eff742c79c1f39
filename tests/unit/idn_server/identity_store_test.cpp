// SPDX-License-Identifier: MIT
#include "idn_server/identity_store.hpp"

#include <cstdlib>
#include <fstream>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace idn::server {
namespace {

namespace fs = std::filesystem;

wire::UnitId claimed(const std::string& folder, const std::string& name) {
  const auto id = IdentityStore(folder).claim(name);
  REQUIRE(id);
  return *id;
}

/// The only file below `folder` that ends with ".id".
fs::path id_file(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".id") found.push_back(entry.path());
  REQUIRE(found.size() == 1);
  return found[0];
}

TEST_CASE("the ID of a name is made once and stays", "[server]") {
  test::TemporaryFolder folder;
  const auto id = claimed(folder / "new/folder", "Beam");
  CHECK((id.octets[2] & 0x03) == 0x02);
  CHECK(claimed(folder / "new/folder", "Beam") == id);
}

TEST_CASE("each name has its own ID, whatever characters it holds", "[server]") {
  test::TemporaryFolder folder;
  IdentityStore store(folder / "state");
  std::vector<wire::UnitId> ids;
  for (const auto* name : {"Left", "Right", "", "../Left", "Left.1", "a/b", "a%2Fb", "\xC3\xA4", "\n"}) {
    const auto id = store.claim(name);
    REQUIRE(id);
    ids.push_back(*id);
  }
  std::ranges::sort(ids);
  CHECK(std::ranges::adjacent_find(ids) == ids.end());
  CHECK_FALSE(fs::exists(folder / "Left"));
}

TEST_CASE("the file holds the ID as text, and one written by hand is taken", "[server]") {
  test::TemporaryFolder folder;
  const auto id = claimed(folder / "state", "Beam");
  const fs::path file = id_file(folder / "state");
  std::string line;
  std::getline(std::ifstream(file) >> std::ws, line);
  CHECK(line == to_string(id));
  std::ofstream(file) << "01-0242AC110A05\n";
  CHECK(to_string(claimed(folder / "state", "Beam")) == "01-0242AC110A05");
}

TEST_CASE("a file that a crash has cut is replaced", "[server]") {
  test::TemporaryFolder folder;
  claimed(folder / "state", "Beam");
  const fs::path file = id_file(folder / "state");
  std::ofstream(file) << "01-0242AC1";
  const auto id = claimed(folder / "state", "Beam");
  CHECK(id.octets[0] == 7);
  CHECK(claimed(folder / "state", "Beam") == id);
}

TEST_CASE("a folder that cannot be is an error with its reason", "[server]") {
  CHECK_FALSE(IdentityStore("").claim("Beam"));
#ifdef __linux__
  const auto refused = IdentityStore("/dev/null/x").claim("Beam");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().system == std::errc::not_a_directory);
  CHECK_FALSE(IdentityStore("/proc").claim("Beam"));
#endif
}

}  // namespace
}  // namespace idn::server
