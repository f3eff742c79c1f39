// SPDX-License-Identifier: MIT
#include "plugins/tool/kind_report.hpp"

#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using plugins::HostKind;
using plugins::Listing;
using plugins::Offer;
namespace fs = std::filesystem;

namespace {

Offer answering(const std::string& name) {
  return {.name = name, .target = name, .at = Endpoint::ipv4(0x0A00000B, 7255)};
}

Offer missing(const std::string& name) {
  return {.name = name, .target = name, .at = std::nullopt, .missing = "does not answer"};
}

HostKind library_of_hosts() {
  return {.name = "helios", .hosts = "Helios DACs", .file = "libidn_helios.so", .links = {"libHelios.so"}};
}

HostKind program_for_hosts() {
  return {
      .name = "bridge", .hosts = "DACs", .file = "idn_bridge", .links = {}, .remark = "while idn_bridge runs"};
}

}  // namespace

TEST_CASE("idn_plugins: hosts see missing devices too, since these keep their number", "[plugins]") {
  CHECK(shown_devices(library_of_hosts(), {answering("Left"), missing("Right")}) ==
        "2 devices, 1 missing: \"Left\", \"Right\" (missing)");
  CHECK(shown_devices(library_of_hosts(), {answering("Left")}) == "1 device: \"Left\"");
  CHECK(shown_devices(library_of_hosts(), {}) == "no device");
}

TEST_CASE("idn_plugins: names are as long as hosts have room for", "[plugins]") {
  HostKind kind = library_of_hosts();
  kind.max_name_octets = 5;
  CHECK(shown_devices(kind, {answering("Stage left")}) == "1 device: \"Stage\"");
  // Limited to five octets the name would end within the UTF-8 sequence of a letter.
  CHECK(shown_devices(kind, {answering("Büühne")}) == "1 device: \"Büü\"");
  CHECK(shown_devices(kind, {answering("abcdü")}) == "1 device: \"abcd\"");
}

TEST_CASE("idn_plugins: hosts that count cards see so many and no names", "[plugins]") {
  HostKind kind = library_of_hosts();
  kind.listing = Listing::Numbers;
  kind.max_devices = 2;
  CHECK(shown_devices(kind, {answering("a"), missing("b"), missing("c")}) ==
        "2 devices of 3: hosts take no more, 1 missing: 0, 1 (missing)");
}

TEST_CASE("idn_plugins: a program for one device plays to the first", "[plugins]") {
  HostKind kind = program_for_hosts();
  kind.listing = Listing::First;
  CHECK(shown_devices(kind, {missing("a"), answering("b")}) ==
        "\"a\" (missing); another of the 2 if it is named");
  CHECK(shown_devices(kind, {answering("b")}) == "\"b\"");
}

TEST_CASE("idn_plugins: it tells what is not installed, and which package has it", "[plugins]") {
  HostKind kind = library_of_hosts();
  CHECK(host_instructions(kind, "", 1) == "libidn_helios.so is not installed");
  kind.package = "idn-plugins";
  CHECK(host_instructions(kind, "", 1) == "libidn_helios.so is not installed: package idn-plugins");
  CHECK(host_instructions(kind, "/usr/lib/idn/libidn_helios.so", 1) ==
        "/usr/lib/idn/libidn_helios.so; for a host: idn_plugins link FOLDER --for helios");
}

TEST_CASE("idn_plugins: it tells whether the library is where hosts look for it", "[plugins]") {
  const test::TemporaryFolder folder;
  const std::string file = folder / "library.so";
  std::ofstream(file) << "library";
  HostKind kind = library_of_hosts();
  kind.folder = folder / "hosts";
  CHECK(host_instructions(kind, file, 1) ==
        file + "; not yet in " + kind.folder + ": idn_plugins link --for helios");
  fs::create_directory(kind.folder);
  std::ofstream(fs::path(kind.folder) / "libHelios.so") << "something else";
  CHECK(host_instructions(kind, file, 1) ==
        file + "; not yet in " + kind.folder + ": idn_plugins link --for helios");
  const fs::path link = fs::path(kind.folder) / "libHelios.so";
  fs::remove(link);
  fs::create_hard_link(file, link);
  CHECK(host_instructions(kind, file, 1) == file + ", as " + link.string());
  fs::remove(link);
  fs::copy_file(file, link);
  CHECK(host_instructions(kind, file, 1) == file + ", as " + link.string());
}

TEST_CASE("idn_plugins: it tells what programs need", "[plugins]") {
  HostKind kind = program_for_hosts();
  CHECK(host_instructions(kind, "/usr/bin/idn_bridge", 2) == "while idn_bridge runs");
  CHECK(host_instructions(kind, "/usr/bin/idn_bridge", 0) ==
        "while idn_bridge runs, which needs a device first");
  kind.needs_addresses = true;
  CHECK(host_instructions(kind, "/usr/bin/idn_bridge", 1) == "while idn_bridge runs");
  CHECK(host_instructions(kind, "/usr/bin/idn_bridge", 2) ==
        "while idn_bridge runs, with --address for each of the 2, or for one that is named");
}

TEST_CASE("idn_plugins: every way to software of others is listed", "[plugins]") {
  for (const char* const name : {"helios", "libera", "etherdream"}) {
    CAPTURE(name);
    CHECK(plugins::find_kind(name) != nullptr);
  }
#ifdef _WIN32
  for (const char* const name : {"easylase", "ezauddac", "etherdream-dll", "olsc"})
    CHECK(plugins::find_kind(name) != nullptr);
#else
  CHECK(plugins::find_kind("jack")->is_program());
#endif
}
