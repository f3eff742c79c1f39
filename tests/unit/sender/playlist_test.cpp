// SPDX-License-Identifier: MIT
// Playlists, as users write them.
#include "sender/source/playlist.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>

#include "cli/failure.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::sender;
using namespace idn::test;
using namespace std::chrono_literals;

namespace {

/// The cues of a playlist of that text, beside a folder "two" with 1.ild and 2.ild.
std::vector<PlaylistItem> cues_of(const std::string& text, const CueOptions& options = {}) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "two");
  for (const char* name : {"two/1.ild", "two/2.ild"}) std::ofstream(folder / name) << "ILDA";
  std::ofstream(folder / "evening.toml") << text;
  return playlist_of(folder / "evening.toml", options);
}

/// The message about a playlist, without the path of its folder.
std::string refusal_of(const std::string& text) {
  try {
    cues_of(text);
  } catch (const cli::Failure& failure) {
    const std::string message = failure.what();
    return message.substr(message.find("evening.toml"));
  }
  return "";
}

}  // namespace

TEST_CASE("playlist: cues have what they say, else what the playlist says, else the command line", "[sender]") {
  const auto cues = cues_of(R"(
fade = "500ms"
still = "3s"
repeat = 3

[[cue]]
file = "first.ild"
name = "Opening"
fps = 12.5
rate = 12000
time = "2m"
fade = "0s"

[[cue]]
file = "two"
)",
                            {.fade = 9s, .gap = 1s});
  REQUIRE(cues.size() == 3);
  CHECK(cues[0].name == "Opening");
  CHECK(std::filesystem::path(cues[0].file).filename() == "first.ild");
  CHECK(std::filesystem::path(cues[0].file).is_absolute());
  CHECK(cues[0].options ==
        CueOptions{.fps = 12.5, .rate = 12000, .repeat = 3, .still = 3s, .time = 120s, .fade = 0s, .gap = 1s});
  CHECK(cues[1].name.empty());
  CHECK(std::filesystem::path(cues[2].file).filename() == "2.ild");
  CHECK(cues[2].options == CueOptions{.repeat = 3, .still = 3s, .fade = 500ms, .gap = 1s});
}

TEST_CASE("playlist: what is wrong in one is told with its place", "[sender]") {
  CHECK(refusal_of("").ends_with("has no cue; give each a table [[cue]] with file = \"NAME.ild\""));
  CHECK(refusal_of("[[cue]]\nname = \"a\"\n").starts_with("evening.toml:1:1: file is missing"));
  CHECK(refusal_of("[[cue]]\nfile = \"a.ild\"\nfade = 2\nspeed = 3\n").starts_with("evening.toml:4:"));
  CHECK(refusal_of("[[cue]]\nfile = \"a.ild\"\nfade = \"soon\"\n")
            .starts_with("evening.toml:3:8: fade has to be a time"));
  CHECK(refusal_of("[[cue]]\nfile = \"a.ild\"\nrate = 5\n").starts_with("evening.toml:3:8: rate has to be"));
  CHECK(
      refusal_of("[[cue]]\nfile = \"a.ild\"\nrepeat = 0\n").starts_with("evening.toml:3:10: repeat has to be"));
}

TEST_CASE("playlist: a file that is no playlist is one cue, with the options of the command line", "[sender]") {
  const auto cues = playlist_of("somewhere/a.ild", {.fade = 1s});
  REQUIRE(cues.size() == 1);
  CHECK(cues[0].file == "somewhere/a.ild");
  CHECK(cues[0].options == CueOptions{.fade = 1s});
}
