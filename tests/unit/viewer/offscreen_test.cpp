// SPDX-License-Identifier: MIT
// The command line without a display; the files that it writes are read by libpng only.
#include "viewer/offscreen.hpp"

#include <png.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cli/failure.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/small_files.hpp"
#include "support/temporary_folder.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

/// The options of a command line, or the exit code if it is wrong.
std::variant<Options, int> asked(std::vector<const char*> words) {
  words.insert(words.begin(), "idn_viewer");
  return parse_options(static_cast<int>(words.size()), words.data());
}

int exit_code_of(const std::vector<const char*>& words) {
  const auto options = asked(words);
  return std::holds_alternative<int>(options) ? std::get<int>(options) : -1;
}

int run(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  for (const auto& word : words) pointers.push_back(word.c_str());
  return run_offscreen(std::get<Options>(asked(pointers)));
}

struct Png {
  unsigned width = 0, height = 0;
  bool is_lit = false;
};

Png read(const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_file(&image, path.c_str()));
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr));
  return {image.width, image.height, std::ranges::any_of(pixels, [](auto value) { return value > 100; })};
}

/// The error of a command line that is syntactically correct but refused.
cli::Failure refused(const std::vector<std::string>& words) {
  try {
    run(words);
  } catch (const cli::Failure& failure) {
    return failure;
  }
  return {cli::kOk, "not refused"};
}

long files_in(const TemporaryFolder& folder) {
  return std::distance(std::filesystem::directory_iterator(folder / ""), {});
}

bool has_ffmpeg() {
  return std::system("ffmpeg -version > /dev/null 2>&1") == 0;
}

struct SquareFile : TemporaryFile {
  SquareFile() : TemporaryFile(vector_file("ild/ild-01-format5-square.hex"), ".ild") {}
};

}  // namespace

TEST_CASE("projectors that stand in the venue file with an address are known by it", "[viewer]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "venue.toml") << R"(
[[projector]]
name = "Left"
target = "10.0.0.2"
[[projector]]
name = "Right"
target = "10.0.0.3:7300/2"
[[projector]]
target = "01-123456789ABC/1"
)";
  const auto options = asked({"a.pcap", "--venue", std::string(folder / "venue.toml").c_str()});
  CHECK(std::get<Options>(options).source.projectors ==
        std::map<Endpoint, std::string>{{Endpoint::ipv4(0x0A000002, kIdnPort), "Left"},
                                        {Endpoint::ipv4(0x0A000003, 7300), "Right"}});
}

TEST_CASE("a moment of a file becomes a PNG of the asked size", "[viewer]") {
  const SquareFile square;
  const TemporaryFolder folder;
  CHECK(run({square.path(), "--render", folder / "out.png", "--at", "2.5s", "--size", "320x180"}) == cli::kOk);
  const Png png = read(folder / "out.png");
  CHECK(png.width == 320);
  CHECK(png.height == 180);
  CHECK(png.is_lit);
  CHECK(run({square.path(), "--render", folder / "heat.png", "--heat", "--size", "64x64"}) == cli::kOk);
  CHECK(read(folder / "heat.png").is_lit);
}

TEST_CASE("without a time the picture is that after a tenth of a second, or the end of what is shorter",
          "[viewer]") {
  CaptureBuilder capture;
  capture.datagram(1s, Endpoint::ipv4(1, 5), Endpoint::ipv4(2, kIdnPort),
                   vector_file("idn/26-wave-xyrgbi-sdm2.hex"));
  const TemporaryFile file(capture.octets());
  const TemporaryFolder folder;
  CHECK(run({file.path(), "--render", folder / "out.png", "--size", "64x64", "--exposure", "10"}) == cli::kOk);
  CHECK(read(folder / "out.png").is_lit);
}

TEST_CASE("a range of a file becomes numbered PNGs", "[viewer]") {
  const SquareFile square;
  const TemporaryFolder folder;
  CHECK(run({square.path(), "--render-frames", folder / "frames", "--from", "1s", "--to", "1.5s", "--film-fps",
             "10", "--size", "64x64"}) == cli::kOk);
  const std::filesystem::path frames(folder / "frames");
  CHECK(std::distance(std::filesystem::directory_iterator(frames), {}) == 5);
  CHECK(read((frames / "000000.png").string()).is_lit);
  CHECK(read((frames / "000004.png").string()).is_lit);
}

TEST_CASE("a damaged file is drawn, and the exit code tells", "[viewer]") {
  auto octets = vector_file("ild/ild-01-format5-square.hex");
  octets.resize(octets.size() - 40);
  const TemporaryFile cut(octets, ".ild");
  const TemporaryFolder folder;
  CHECK(run({cut.path(), "--render", folder / "out.png", "--size", "64x64"}) == cli::kFindings);
  CHECK(read(folder / "out.png").is_lit);
}

TEST_CASE("a time behind the end and a stream that is not there are refused", "[viewer]") {
  const SquareFile square;
  const TemporaryFolder folder;
  CHECK_THROWS_AS(run({square.path(), "--render", folder / "out.png", "--at", "1h"}), cli::Failure);
  CHECK_THROWS_AS(run({square.path(), "--render", folder / "out.png", "--stream", "2"}), cli::Failure);
  CHECK_THROWS_AS(run({square.path(), "--render", "/nowhere/out.png", "--size", "16x16"}), cli::Failure);
}

TEST_CASE("without ffmpeg a film is refused with the remedy", "[viewer]") {
  const SquareFile square;
  const TemporaryFolder folder;
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder / "").c_str(), 1);
  try {
    run({square.path(), "--film", folder / "out.mp4", "--size", "64x64"});
    FAIL("made a film without ffmpeg");
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kEnvironment);
    CHECK(std::string(failure.what()).find("apt-get install ffmpeg") != std::string::npos);
  }
  setenv("PATH", path.c_str(), 1);
  CHECK(std::filesystem::is_empty(folder / "."));
}

TEST_CASE("a film takes the name, and the permissions, of the file behind a link", "[viewer]") {
  if (!has_ffmpeg()) return;
  const SquareFile square;
  const TemporaryFolder folder;
  namespace fs = std::filesystem;
  std::ofstream(folder / "old.apng") << "old";
  fs::permissions(folder / "old.apng", fs::perms(0600));
  fs::create_symlink(folder / "old.apng", folder / "link.apng");
  CHECK(run({square.path(), "--film", folder / "link.apng", "--to", "0.1s", "--size", "64x64"}) == cli::kOk);
  CHECK(fs::is_symlink(folder / "link.apng"));
  CHECK(read(folder / "old.apng").is_lit);
  CHECK(fs::status(folder / "old.apng").permissions() == fs::perms(0600));
  CHECK(files_in(folder) == 2);
}

TEST_CASE("a film cannot be a folder or a pipe", "[viewer]") {
  const SquareFile square;
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "folder.mp4");
  REQUIRE(mkfifo((folder / "pipe.mp4").c_str(), 0600) == 0);
  for (const auto& [name, words] : {std::pair("folder.mp4", "is a folder; name a file in it"),
                                    std::pair("pipe.mp4", "is a device or a pipe")}) {
    const auto failure = refused({square.path(), "--film", folder / name, "--size", "64x64"});
    CHECK(failure.code() == cli::kEnvironment);
    CHECK(std::string(failure.what()).find(words) != std::string::npos);
  }
  CHECK(std::filesystem::is_fifo(folder / "pipe.mp4"));
  CHECK(files_in(folder) == 2);
}

TEST_CASE("a film that finds no space is a failure with ffmpeg's cause, and leaves nothing", "[viewer]") {
  if (!has_ffmpeg()) return;
  const SquareFile square;
  const TemporaryFolder folder;
  std::signal(SIGPIPE, SIG_IGN);  // as in idn_viewer: ffmpeg may end before it has read everything
  const SmallFiles limit(1024);
  for (const char* const name : {"film.mp4", "film.apng"}) {
    const auto failure = refused({square.path(), "--film", folder / name, "--to", "0.5s", "--size", "640x480"});
    CAPTURE(failure.what());
    CHECK(failure.code() == cli::kEnvironment);
    CHECK(std::string(failure.what()).find("File too large; choose a writable folder") != std::string::npos);
    CHECK(std::string(failure.what()).find('\n') == std::string::npos);
  }
  CHECK(files_in(folder) == 0);
}

TEST_CASE("a signal ends a film, and what was made of it is removed", "[viewer]") {
  if (!has_ffmpeg()) return;
  const SquareFile square;
  const TemporaryFolder folder;
  std::thread impatient([&] {
    sigset_t none_here;  // blocked here, so that the other thread gets the signal
    sigfillset(&none_here);
    pthread_sigmask(SIG_BLOCK, &none_here, nullptr);
    while (files_in(folder) == 0) std::this_thread::yield();
    kill(getpid(), SIGTERM);
  });
  CHECK(run({square.path(), "--film", folder / "film.mp4", "--film-fps", "1000", "--size", "640x480"}) ==
        128 + SIGTERM);
  impatient.join();
  CHECK(files_in(folder) == 0);
}

TEST_CASE("the heat of several streams is refused, one is to be chosen", "[viewer]") {
  CaptureBuilder capture;
  for (const auto port : {std::uint16_t{50'000}, std::uint16_t{50'001}})
    capture.datagram(1'700'000'000s, Endpoint::ipv4(0x0A000001, port), Endpoint::ipv4(0x0A000002, kIdnPort),
                     vector_file("idn/26-wave-xyrgbi-sdm2.hex"));
  const TemporaryFile file(capture.octets());
  TemporaryFolder folder;
  CHECK_THROWS_AS(run({file.path(), "--heat", "--render", folder / "out.png"}), cli::Failure);
  CHECK(run({file.path(), "--heat", "--render", folder / "out.png", "--stream", "2"}) == cli::kOk);
}

TEST_CASE("the command line is read as the help says", "[viewer]") {
  const auto options =
      std::get<Options>(asked({"show.pcap", "--render", "x.png", "--at", "2.5s", "--size", "640x480", "--show",
                               "grid,blanked", "--scanners", "30k", "--angle", "20", "--ttl"}));
  CHECK(options.file == "show.pcap");
  CHECK(options.at == 2500ms);
  CHECK(options.picture.width == 640);
  CHECK(options.picture.grid);
  CHECK(options.picture.blanked_path);
  CHECK_FALSE(options.picture.dots);
  REQUIRE(options.picture.beam.scanner);
  CHECK(options.picture.beam.scanner->bandwidth_hz == scanner_for(30).bandwidth_hz);
  CHECK(options.picture.beam.scanner->angle_degrees == 20);
  CHECK(std::get<Options>(asked({"--listen", "0"})).listen == std::uint16_t{0});
  const auto unit = std::get<Options>(asked({"--name", "Stage left", "--services", "Front,Back wall"})).live;
  CHECK(unit.name == "Stage left");
  CHECK(unit.services == std::vector<std::string>{"Front", "Back wall"});
  CHECK_FALSE(std::get<Options>(asked({})).is_offscreen());
  CHECK(std::get<Options>(asked({"--measure", "-"})).window.measure == "-");
}

TEST_CASE("mistakes on the command line are usage errors", "[viewer]") {
  CHECK(exit_code_of({"x.pcap", "--listen", "7255"}) == cli::kUsage);
  const SquareFile square;
  CHECK(exit_code_of({square.path().c_str(), "--measure", square.path().c_str()}) == cli::kUsage);
  CHECK(exit_code_of({"--render", "x.png"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--size", "12"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--size", "0x0"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--show", "everything"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--scanners", "50k"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--film", "x.avi"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--film", "mp4"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--film", "X.MP4"}) == -1);
  CHECK(exit_code_of({"x.pcap", "--from", "3s", "--to", "2s", "--film", "x.mp4"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--to", "2s", "--film", "x.mp4"}) == -1);
  for (const auto& without_output :
       {exit_code_of({"--listen", "0", "--at", "1s"}), exit_code_of({"x.pcap", "--to", "2s"})})
    CHECK(without_output == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--heat"}) == -1);  // valid without an output file: for the window
  CHECK(exit_code_of({"x.pcap", "--colour-shift", "2001us"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--colour-shift", "fast"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--render", "x.png", "--screenshot", "s.png"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--render", "x.png", "--measure", "m.json"}) == cli::kUsage);
  CHECK(exit_code_of({"--listen", "70000"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--heat", "--at", "1s", "--render", "x.png"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--angle", "20"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--damping", "0.7"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--bandwidth", "1000", "--angle", "20"}) == -1);
  CHECK(exit_code_of({"x.pcap", "--bandwidth", "1000", "--scanners", "30k"}) == cli::kUsage);
  CHECK(exit_code_of({"x.pcap", "--render", "x.pcap"}) == cli::kUsage);
}
