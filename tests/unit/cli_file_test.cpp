// SPDX-License-Identifier: MIT
#include "cli/file.hpp"

#include <filesystem>
#include <fstream>

#include "cli/failure.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;

namespace {

void write(const std::string& path, std::string_view text) {
  cli::write_whole_file(path, std::as_bytes(std::span(text)));
}

std::size_t size_of(const std::string& path) {
  return test::binary_file(path).size();
}

}  // namespace

TEST_CASE("a file is written whole, over an old one too, and nothing else is left", "[cli]") {
  const test::TemporaryFolder folder;
  write(folder / "a", "first");
  write(folder / "a", "second text");
  CHECK(size_of(folder / "a") == 11);
  CHECK_FALSE(std::filesystem::exists(folder / "a.part"));
}

TEST_CASE("an old file stays as it was when the new one cannot be written", "[cli]") {
  const test::TemporaryFolder folder;
  write(folder / "a", "first");
  std::filesystem::create_symlink("/dev/full", folder / "a.part");
  CHECK_THROWS_AS(write(folder / "a", "second text"), cli::Failure);
  CHECK(size_of(folder / "a") == 5);
  std::filesystem::remove(folder / "a.part");
  std::filesystem::create_directory(folder / "a.part");
  CHECK_THROWS_AS(write(folder / "a", "second text"), cli::Failure);
  CHECK(std::filesystem::exists(folder / "a.part"));
  CHECK(size_of(folder / "a") == 5);
}

TEST_CASE("links are followed, devices are written as they are", "[cli]") {
  const test::TemporaryFolder folder;
  write(folder / "a", "first");
  std::filesystem::create_symlink("a", folder / "link");
  write(folder / "link", "second text");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(size_of(folder / "a") == 11);
  write("/dev/null", "gone");
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK_THROWS_WITH(write("/dev/full", "x"),
                    "/dev/full: No space left on device; choose a writable folder with free space");
}

TEST_CASE("a folder that is not there is named with the remedy", "[cli]") {
  CHECK_THROWS_WITH(write("/nonexistent/a", "x"),
                    "/nonexistent/a: No such file or directory; choose a writable folder with free space");
}

TEST_CASE("a file that is given up leaves what was there", "[cli]") {
  const test::TemporaryFolder folder;
  write(folder / "a", "first");
  {
    cli::WholeFile file(folder / "a");
    file.write(std::as_bytes(std::span(std::string_view("second text"))));
    CHECK(std::filesystem::exists(folder / "a.part"));
  }
  CHECK(size_of(folder / "a") == 5);
  CHECK_FALSE(std::filesystem::exists(folder / "a.part"));
}
