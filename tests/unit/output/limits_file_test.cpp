// SPDX-License-Identifier: MIT
#include "idn/output/output_limits.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "output/platform/administrator_file.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#ifndef _WIN32
#include <unistd.h>
#endif

using namespace idn;
using namespace idn::output;
using namespace std::chrono_literals;
using enum LimitAction;

namespace {

/// The example file in docs/output.md.
std::string documented_example() {
  std::ifstream in(std::filesystem::path(IDN_SOURCE_DIR) / "docs/output.md");
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```"))
      inside = line == "```toml";
    else if (inside)
      text += line + '\n';
  }
  return text;
}

std::string complaint(std::string_view text) {
  const auto limits = parse_limits(text, "limits.toml");
  return limits ? "" : limits.error().message();
}

}  // namespace

TEST_CASE("the example of the documentation is read as it says", "[output]") {
  const auto limits = parse_limits(documented_example(), "example");
  CAPTURE(limits ? "" : limits.error().message());
  REQUIRE(limits);
  CHECK(limits->speed == ScannerLimit{1500, Clamp});
  CHECK(limits->acceleration == ScannerLimit{6e6, Clamp});
  CHECK(limits->picture == PictureSize{-0.9, 0.9, -0.8, 0.8, Blank});
  CHECK(limits->brightness == BrightnessLimit{{0.8, 0.8, 0.5, 0.8, 0.8, 0.8}, Clamp});
  CHECK(limits->dwell == DwellLimit{0.02, 10ms, 0.1, Blank});
  REQUIRE(limits->zones.size() == 2);
  CHECK(limits->zones[0] ==
        Zone{{{-0.2, -1}, {0.2, -1}, {0.2, -0.4}, {-0.2, -0.4}}, Brightness::all(0), Blank});
  CHECK(limits->zones[1].most == Brightness{0.2, 0.2, 0.1, 0.2, 0.2, 0.2});
  CHECK(limits->zones[1].action == Clamp);
  REQUIRE(limits->allowed.size() == 1);
  CHECK(limits->allowed[0] ==
        AllowedZones{{{{-1, -0.5}, {1, -0.5}, {0, 1}}, {{-1, 0}, {1, 0}, {1, 1}, {-1, 1}}}, Blank});
}

TEST_CASE("every colour has a key of its own, which counts more than the one for all", "[output]") {
  const auto limits = parse_limits(
      "[brightness]\ncyan = 0.6\nyellow = 0.5\ndeep_blue = 0.4\nblue = 0.3\ngreen = 0.2\nred = 0.1\nmost = "
      "0.9\n",
      "limits.toml");
  REQUIRE(limits);
  CHECK(limits->brightness == BrightnessLimit{{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, Clamp});
}

TEST_CASE("an empty file limits nothing", "[output]") {
  CHECK(parse_limits("", "limits.toml") == OutputLimits{});
}

TEST_CASE("what is wrong in a file of limits is named with its line", "[output]") {
  CHECK(complaint("[speed]\nmost = 1\nmots = 2") ==
        "limits.toml:3:1: mots is not a key here; choose from action, most");
  CHECK(complaint("[sped]\nmost = 1")
            .starts_with("limits.toml:1:2: sped is not a key here; choose from acceleration,"));
  CHECK(complaint("[speed]\nmost = \"fast\"") == "limits.toml:2:8: most has to be a number");
  CHECK(complaint("[speed]\nmost = inf") == "limits.toml:2:8: most has to be a number");
  CHECK(complaint("\n[speed]\n") == "limits.toml:2:1: most is missing; this limit needs it");
  CHECK(complaint("speed = 5") == "limits.toml:1:9: speed has to be written as [speed]");
  CHECK(complaint("[speed]\nmost = 1\naction = \"stop\"") ==
        "limits.toml:3:10: action has to be \"off\", \"count\", \"blank\" or \"clamp\"");
  CHECK(complaint("[zone]\ncorners = []").starts_with("limits.toml:1:1: zone has to be written as [[zone]]"));
  CHECK(
      complaint("[[zone]]\ncorners = [[0, 1], [1]]").starts_with("limits.toml:2:20: corners has to be a list"));
  CHECK(complaint("[[zone]]\nmost = 0") == "limits.toml:1:1: corners is missing; this limit needs it");
  CHECK(complaint("[[allowed.zone]]\ncorners = [[0, 0], [1, 0], [0, 1]]\nmost = 1")
            .starts_with("limits.toml:3:1: most is not"));
  CHECK(complaint("[[zone]]\ncorners = [[0, 0], [1, 0], [0, 1]]\nmost = -1") ==
        "limits.toml: the brightness of a zone has to be 0..1");
  CHECK(complaint("[allowed]") == "limits.toml: allowed zones need at least one polygon");
  CHECK(complaint("[dwell]\nlongest_ms = 1e9").find("longest_ms has to be") != std::string::npos);
  CHECK(complaint("[dwell]\nshare = 0").starts_with("limits.toml: the share of the dwell limit"));
  CHECK(complaint("[brightness]\nmost = -1").starts_with("limits.toml: the brightness limit"));
  CHECK(complaint("[speed\n").starts_with("limits.toml:1:"));
}

TEST_CASE("a file of limits that the application names has to be there", "[output]") {
  const test::TemporaryFolder folder;
  const std::string path = folder / "mistyped.toml";
  REQUIRE_FALSE(load_limits(path));
  CHECK(load_limits(path).error().message() ==
        path + ": " + std::make_error_code(std::errc::no_such_file_or_directory).message());
  CHECK_FALSE(load_limits(""));
  CHECK_FALSE(load_limits(folder / ""));  // a folder
}

TEST_CASE("a file of limits that the application names may belong to anyone, and is read as any other",
          "[output]") {
  namespace fs = std::filesystem;
  const test::TemporaryFolder folder;
  const std::string path = folder / "limits.toml";
  std::ofstream(path) << "[speed]\nmost = 1000\n";
#ifndef _WIN32
  fs::permissions(path, fs::perms(0666));
  fs::permissions(folder / "", fs::perms(0777));
  if (::geteuid() == 0) REQUIRE(::chown(path.c_str(), 12345, 12345) == 0);
#endif
  REQUIRE(load_limits(path));
  CHECK(load_limits(path)->speed == ScannerLimit{1000, Clamp});
  std::ofstream(path) << "[sped]\n";
  CHECK(load_limits(path).error().message().starts_with(path + ":1:"));
  std::ofstream(path, std::ios::binary) << std::string(1 << 20, '\n');
  CHECK(load_limits(path) == OutputLimits{});
  std::ofstream(path, std::ios::binary | std::ios::app) << '\n';
  CHECK(load_limits(path).error().message() == path + ": is larger than a mebibyte");
}

TEST_CASE("a machine without a file of its administrator has no limits", "[output]") {
  const test::TemporaryFolder folder;
  CHECK(machine_limits(folder / "limits.toml") == OutputLimits{});
  CHECK(machine_limits((folder / "nowhere") + "/limits.toml") == OutputLimits{});
  CHECK(machine_limits("") == OutputLimits{});
}

TEST_CASE("Windows has no limits of the machine", "[output]") {
#ifdef _WIN32
  CHECK(std::string_view(kLimitsFile).empty());
#else
  CHECK(std::string_view(kLimitsFile) == "/etc/idn/limits.toml");
#endif
}

#ifndef _WIN32
TEST_CASE("the administrator's file is refused if others than root can change it", "[output]") {
  namespace fs = std::filesystem;
  const test::TemporaryFolder folder;
  const std::string path = folder / "limits.toml";
  std::ofstream(path) << "[speed]\nmost = 1000\n";
  fs::permissions(folder / "", fs::perms(0755));
  fs::permissions(path, fs::perms(0644));
  if (::geteuid() != 0) {
    CHECK(machine_limits(path).error().message().find("does not belong to root") != std::string::npos);
    return;
  }
  const auto why = [&] {
    const auto limits = machine_limits(path);
    return limits ? "" : limits.error().message();
  };
  REQUIRE(machine_limits(path));
  CHECK(machine_limits(path)->speed == ScannerLimit{1000, Clamp});
  for (const auto mode : {0664, 0646}) {
    fs::permissions(path, fs::perms(mode));
    CHECK(why() == path + ": can be written by others than root; chmod go-w it");
  }
  fs::permissions(path, fs::perms(0644));
  fs::permissions(folder / "", fs::perms(0777));
  CHECK(why() == path + ": lies in a folder that others than root can write; chmod go-w its folder");
  fs::permissions(folder / "", fs::perms(0755));
  REQUIRE(::chown(path.c_str(), 12345, 0) == 0);
  CHECK(why() == path + ": does not belong to root; chown root it");
  REQUIRE(::chown(path.c_str(), 0, 0) == 0);
  CHECK(why() == "");
  REQUIRE(::chown((folder / "").c_str(), 12345, 0) == 0);
  CHECK(why() == path + ": lies in a folder that does not belong to root; chown root its folder");
  REQUIRE(::chown((folder / "").c_str(), 0, 0) == 0);
  fs::rename(path, folder / "elsewhere.toml");
  fs::create_symlink("elsewhere.toml", path);
  CHECK(why() == path + ": is a symbolic link; put the file itself there");
  fs::remove(path);
  fs::create_directory(path);
  CHECK(why() == path + ": is no regular file");
}

TEST_CASE("the administrator's file has a mebibyte at most", "[output]") {
  const test::TemporaryFolder folder;
  const std::string path = folder / "limits.toml";
  std::filesystem::permissions(folder / "", std::filesystem::perms(0755));
  const auto text_of = [&](std::size_t octets) {
    std::ofstream(path) << std::string(octets, '\n');
    std::filesystem::permissions(path, std::filesystem::perms(0644));
    return read_administrator_file(path);
  };
  if (::geteuid() != 0) return;  // without root the file is refused because of its owner
  REQUIRE(text_of(1 << 20));
  CHECK((*text_of(1 << 20))->size() == 1 << 20);
  REQUIRE_FALSE(text_of((1 << 20) + 1));
  CHECK(text_of((1 << 20) + 1).error().message() == path + ": is larger than a mebibyte");
}
#endif
