// SPDX-License-Identifier: MIT
#include "cli/file.hpp"

#ifdef __unix__
#include <unistd.h>

#include "support/small_files.hpp"
#endif

#include <filesystem>
#include <fstream>

#include "cli/failure.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;

namespace {

void write(const std::string& path, std::string_view text) {
  cli::write_file_atomically(path, std::as_bytes(std::span(text)));
}

std::size_t size_of(const std::string& path) {
  return test::binary_file(path).size();
}

std::ptrdiff_t files_in(const test::TemporaryFolder& folder) {
  return std::distance(std::filesystem::directory_iterator(folder / ""), {});
}

}  // namespace

TEST_CASE("a file is written whole, over an old one too, and nothing else is left", "[cli]") {
  const test::TemporaryFolder folder;
  write(folder / "a", "first");
  write(folder / "a", "second text");
  CHECK(size_of(folder / "a") == 11);
  CHECK(files_in(folder) == 1);
}

TEST_CASE("files that happen to be called like unfinished ones stay", "[cli]") {
  const test::TemporaryFolder folder;
  write(folder / "a.part", "mine");
  write(folder / "a", "first");
  write(folder / "a", "second text");
  CHECK(size_of(folder / "a.part") == 4);
  CHECK(files_in(folder) == 2);
}

#ifdef __unix__  // permissions, limits of file size, symbolic links without privilege, device files
TEST_CASE("a file that is replaced keeps its permissions", "[cli]") {
  using std::filesystem::perms;
  const test::TemporaryFolder folder;
  write(folder / "a", "first");
  const auto mode = perms::owner_read | perms::owner_write | perms::others_read;
  std::filesystem::permissions(folder / "a", mode);
  write(folder / "a", "second text");
  CHECK(std::filesystem::status(folder / "a").permissions() == mode);
}

TEST_CASE("an old file stays as it was when the new one cannot be written", "[cli]") {
  const test::TemporaryFolder folder;
  write(folder / "a", "first");
  {
    const test::SmallFiles limit(8);
    CHECK_THROWS_WITH(write(folder / "a", "second text"), Catch::Contains("File too large"));
  }
  CHECK(size_of(folder / "a") == 5);
  CHECK(files_in(folder) == 1);
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

TEST_CASE("a pipe behind a link is written as it is", "[cli]") {
  int ends[2]{};
  REQUIRE(pipe(ends) == 0);
  write("/dev/fd/" + std::to_string(ends[1]), "text");
  close(ends[1]);
  char text[8]{};
  CHECK(read(ends[0], text, sizeof text) == 4);
  CHECK(std::string_view(text) == "text");
  close(ends[0]);
}

#endif

TEST_CASE("a folder that is not there is named with the remedy", "[cli]") {
  CHECK_THROWS_WITH(write("/nonexistent/a", "x"),
                    "/nonexistent/a: No such file or directory; choose a writable folder with free space");
}

TEST_CASE("a file that is given up leaves what was there", "[cli]") {
  const test::TemporaryFolder folder;
  write(folder / "a", "first");
  {
    cli::AtomicFile file(folder / "a");
    file.write(std::as_bytes(std::span(std::string_view("second text"))));
    CHECK(files_in(folder) == 2);
  }
  CHECK(size_of(folder / "a") == 5);
  CHECK(files_in(folder) == 1);
}
