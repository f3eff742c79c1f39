// SPDX-License-Identifier: MIT
#include "plugins/tool/links.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/failure.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using plugins::HostKind;
using plugins::make_links;
namespace fs = std::filesystem;

namespace {

const HostKind& helios() {
  return *plugins::find_kind("helios");
}

std::string text_of(const fs::path& file) {
  std::string text;
  std::ifstream(file) >> text;
  return text;
}

/// Writes a file for each library to the folder, with its name as content.
void install_libraries(const test::TemporaryFolder& folder) {
  for (const HostKind& kind : plugins::host_kinds())
    if (!kind.is_program()) std::ofstream(folder / kind.file) << kind.file;
}

std::string refusal(const plugins::LinkRequest& request, int code) {
  try {
    make_links(request);
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == code);
    return failure.what();
  }
  FAIL("nothing was refused");
  return {};
}

}  // namespace

TEST_CASE("idn_plugins link: every name of a kind leads to its library, and a second time does no harm",
          "[plugins]") {
  const test::TemporaryFolder folder;
  install_libraries(folder);
  for (const bool copies : {false, true}) {
    if (!copies && plugins::kUsuallyCopies) continue;
    const std::string host = folder / (copies ? "deep/copies" : "deep/links");
    const plugins::LinkRequest request{
        .folder = host, .kinds = {"helios"}, .from = folder / "", .copies = copies};
    CHECK(make_links(request).size() == helios().links.size());
    for (const auto& name : helios().links) {
      CHECK(text_of(fs::path(host) / name) == helios().file);
      CHECK(fs::is_symlink(fs::path(host) / name) == !copies);
    }
    CHECK(make_links(request).front() ==
          (fs::path(host) / helios().links.front()).string() + " is there already");
  }
}

TEST_CASE("idn_plugins link: Libera hosts get copies, since they cannot remove a link", "[plugins]") {
  const test::TemporaryFolder folder;
  install_libraries(folder);
  const HostKind& libera = *plugins::find_kind("libera");
  const fs::path name = fs::path(folder / "host") / libera.file, library = folder / libera.file;
  const plugins::LinkRequest request{
      .folder = folder / "host", .kinds = {"libera"}, .from = folder / "", .copies = false};
  CHECK(make_links(request).front() == name.string() + " is a copy of " + library.string());
  CHECK_FALSE(fs::is_symlink(name));
  CHECK(make_links(request).front() == name.string() + " is there already");

#ifndef _WIN32  // Wine has no symbolic links, and Windows only for administrators
  // A link that was made before becomes a copy.
  fs::remove(name);
  fs::create_symlink(library, name);
  make_links(request);
  CHECK_FALSE(fs::is_symlink(name));
  CHECK(text_of(name) == libera.file);
#endif
  // Another file, or an older copy, stays.
  std::ofstream(library) << "upgraded";
  CHECK(refusal(request, cli::kEnvironment).ends_with("add --replace"));
  CHECK(text_of(library) == "upgraded");
}

TEST_CASE("idn_plugins link: of all kinds, each is in a folder for itself", "[plugins]") {
  const test::TemporaryFolder folder;
  install_libraries(folder);
  make_links({.folder = folder / "names", .kinds = {}, .from = folder / ""});
  std::size_t count = 0, expected = 0;
  for (const HostKind& kind : plugins::host_kinds()) {
    expected += kind.links.size();
    for (const auto& name : kind.links)
      CHECK(text_of(fs::path(folder / "names") / kind.name / name) == kind.file);
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder / "names")) count += !entry.is_directory();
  CHECK(count == expected);
}

TEST_CASE("idn_plugins link: of all kinds, those that are not installed are left out", "[plugins]") {
  const test::TemporaryFolder folder;
  std::ofstream(folder / helios().file) << "library";
  CHECK(make_links({.folder = folder / "names", .kinds = {}, .from = folder / ""}).size() ==
        helios().links.size());
}

TEST_CASE("idn_plugins link: kinds share a folder only where that is asked for", "[plugins]") {
  const test::TemporaryFolder folder;
  install_libraries(folder);
  make_links({.folder = folder / "both", .kinds = {"helios", "libera"}, .from = folder / ""});
  CHECK(text_of(fs::path(folder / "both") / helios().links.front()) == helios().file);
  CHECK(text_of(fs::path(folder / "both") / plugins::find_kind("libera")->file) ==
        plugins::find_kind("libera")->file);
}

TEST_CASE("idn_plugins link: what is not ours stays unless it shall be replaced", "[plugins]") {
  const test::TemporaryFolder folder;
  install_libraries(folder);
  const std::string host = folder / "host";
  fs::create_directory(host);
  const fs::path taken = fs::path(host) / helios().links.back();
  std::ofstream(taken) << "theirs";
  plugins::LinkRequest request{.folder = host, .kinds = {"helios"}, .from = folder / ""};
  CHECK(refusal(request, cli::kEnvironment) ==
        taken.string() + " is something else; move it away, or add --replace");
  CHECK(text_of(taken) == "theirs");
  CHECK(std::distance(fs::directory_iterator(host), {}) == 1);
  request.replaces = true;
  make_links(request);
  CHECK(text_of(taken) == helios().file);
}

TEST_CASE("idn_plugins link: without the libraries it tells where it looked", "[plugins]") {
  const test::TemporaryFolder folder;
  CHECK(refusal({.folder = folder / "host", .kinds = {}, .from = folder / "none"}, cli::kEnvironment) ==
        "none of the libraries is in " + folder / "none" + "; name the folder that has them by --libraries");
  CHECK(refusal({.folder = folder / "host", .kinds = {"helios"}, .from = folder / "none"}, cli::kEnvironment) ==
        helios().file + " is not in " + folder / "none" + "; name the folder that has it by --libraries");
}

TEST_CASE("idn_plugins link: it tells which kinds there are, and which of them want no file", "[plugins]") {
  CHECK(refusal({.folder = "host", .kinds = {"hellos"}, .from = {}}, cli::kUsage)
            .starts_with("\"hellos\" is no kind of host; choose from helios, libera"));
  CHECK(refusal({.folder = "host", .kinds = {"etherdream"}, .from = {}}, cli::kUsage)
            .starts_with("etherdream needs no file; start idn_etherdream"));
  CHECK(refusal({.folder = {}, .kinds = {}, .from = {}}, cli::kUsage) ==
        "name a folder, or a kind of host by --for");
}

TEST_CASE("idn_plugins link: only kinds that all look in one folder do without one", "[plugins]") {
  const test::TemporaryFolder folder;
  install_libraries(folder);
  CHECK(refusal({.folder = {}, .kinds = {"helios"}, .from = folder / ""}, cli::kUsage)
            .ends_with("name it: idn_plugins link FOLDER --for helios"));
  CHECK(plugins::find_kind("libera")->folder.find("ibera") != std::string::npos);
}
