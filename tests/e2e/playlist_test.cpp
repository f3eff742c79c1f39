// SPDX-License-Identifier: MIT
// Several files, played by idn_sender as a program.
#include <filesystem>
#include <fstream>

#include "e2e/dark_end.hpp"
#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::test;

namespace {

/// The greatest red of each 40 ms, in 255ths, until the beam is dark for good.
std::vector<int> brightness_of(const std::vector<LaserSample>& samples) {
  constexpr std::size_t kPicture = 1200;
  std::vector<int> all;
  for (std::size_t i = 0; i + kPicture <= samples.size(); i += kPicture) {
    const auto part = std::span(samples).subspan(i, kPicture);
    all.push_back(std::ranges::max_element(part, {}, &LaserSample::r)->r >> 8);
  }
  while (!all.empty() && all.back() == 0) all.pop_back();
  return all;
}

}  // namespace

TEST_CASE("the files of a folder are played by name, and one that is damaged is left out and told", "[e2e]") {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "show");
  REQUIRE(run({kSender, "export", "square", folder / "show/1 square.ild"}).code == 0);
  REQUIRE(run({kSender, "export", "circle", folder / "show/4 circle.ILD"}).code == 0);
  std::ofstream(folder / "show/3 broken.ild") << "no points";
  std::ofstream(folder / "show/2 notes.txt") << "first the square";
  std::ofstream(folder / "show/._1 square.ild") << "left by macOS";
  UdpSink sink;
  const auto done =
      run({kSender, "play", folder / "show", "--target", sink.address(), "--json", "--still", "200ms"});
  CAPTURE(done.errors);
  CHECK(done.code == 1);
  CHECK(done.errors.find("left out: ") != std::string::npos);
  CHECK(done.errors.find("3 broken.ild: not an ILDA file") != std::string::npos);
  CHECK(done.errors.find("1 of 3 files could not be played") != std::string::npos);
  CHECK(done.output.find(R"("playing":"3 4 circle.ILD")") != std::string::npos);
  const std::vector<std::string> strict{kSender,    "play",     folder / "show",
                                        "--strict", "--target", sink.address()};
  CHECK(run(strict).code == 3);
  std::filesystem::create_directory(folder / "empty");
  CHECK(run({kSender, "play", folder / "empty", "--target", sink.address()}).code == 3);
}

TEST_CASE("a playlist shows its cues for their times, with fades and darkness in between", "[e2e]") {
  TemporaryFolder folder;
  REQUIRE(run({kSender, "export", "square", folder / "square.ild"}).code == 0);
  std::ofstream(folder / "evening.toml") << R"(
fade = "160ms"
gap = "200ms"
[[cue]]
file = "square.ild"
time = "400ms"
[[cue]]
file = "square.ild"
name = "Ending"
rate = 15000
time = "600ms"
)";
  UdpSink sink;
  const auto done = run({kSender, "play", folder / "evening.toml", "--target", sink.address(), "--json"});
  CAPTURE(done.errors);
  CHECK(done.code == 0);
  CHECK(done.output.find(R"("playing":"2 Ending")") != std::string::npos);
  const auto listed = run({kSender, "list", folder / "evening.toml"});
  CHECK(listed.code == 0);
  CHECK(std::ranges::count(listed.output, '\n') == 3);  // a heading, and each cue
  sink.drain();
  const auto seen = brightness_of(all_samples(sink));
  CAPTURE(seen);
  REQUIRE(seen.size() >=
          28);  // 10 pictures, 5 dark ones, 15 pictures; passes are whole, so that they slip a little
  REQUIRE(seen.size() <= 32);
  CHECK(seen[0] < 60);
  CHECK(seen[5] == 255);
  CHECK(std::ranges::count(seen, 0) >= 4);
  CHECK(std::ranges::count(seen, 0) <= 5);
  CHECK(seen[12] == 0);
  CHECK(seen[22] == 255);
  CHECK(seen.back() < 120);
}
