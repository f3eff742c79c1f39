// SPDX-License-Identifier: MIT
#include "viewer/model/output/film.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/failure.hpp"

extern "C" char** environ;

namespace idn::viewer {
namespace {

namespace fs = std::filesystem;

/// Returns `path`; throws cli::Failure if no film of this size can be written there.
const std::string& checked_path(const std::string& path, int width, int height) {
  const auto format = film_format(path);
  if (!format)
    throw cli::Failure(cli::kUsage,
                       fmt::format("{}: a film ends in one of {}; choose another name", path, kFilmEndings));
  if (*format == FilmFormat::Mp4 && (width % 2 != 0 || height % 2 != 0))
    throw cli::Failure(cli::kUsage,
                       fmt::format("{}x{}: MP4 takes even sizes only; choose another --size", width, height));
  std::error_code error;
  const auto there = fs::status(path, error);
  if (fs::is_directory(there))
    throw cli::Failure(cli::kEnvironment, fmt::format("{}: is a folder; name a file in it", path));
  if (fs::exists(there) && !fs::is_regular_file(there))
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("{}: is a device or a pipe, which cannot take films; name a file", path));
  return path;
}

/// The command line of ffmpeg. With -f, since the name of the unfinished file does not show the format. With
/// -xerror, since otherwise ffmpeg reports success if the disk is full at the end of the film.
std::vector<std::string> command(FilmFormat format, const std::string& path, int width, int height,
                                 double rate) {
  std::vector<std::string> words{"ffmpeg",
                                 "-hide_banner",
                                 "-loglevel",
                                 "error",
                                 "-xerror",
                                 "-nostdin",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 "bgra",
                                 "-video_size",
                                 fmt::format("{}x{}", width, height),
                                 "-framerate",
                                 fmt::format("{}", rate),
                                 "-i",
                                 "pipe:0"};
  const std::vector<std::string> target =
      format == FilmFormat::AnimatedPng
          ? std::vector<std::string>{"-pix_fmt", "rgb24", "-plays", "0", "-f", "apng"}
          : std::vector<std::string>{"-c:v",     "libx264", "-preset",   "fast",       "-crf", "18",
                                     "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f",   "mp4"};
  words.insert(words.end(), target.begin(), target.end());
  words.push_back("file:" + path);
  return words;
}

/// Starts ffmpeg in a process group of its own, so that Ctrl-C reaches only this program, which then ends
/// ffmpeg.
/// @param input standard input of ffmpeg
/// @param words standard error of ffmpeg
/// @return 0 or an error number
int spawn(const std::vector<std::string>& command, int input, int words, pid_t& child) {
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, words, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = posix_spawnp(&child, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

[[noreturn]] void refuse_start(int error) {
  throw cli::Failure(cli::kEnvironment,
                     error == ENOENT
                         ? "ffmpeg is missing, which makes films (Debian and Ubuntu: apt-get install "
                           "ffmpeg); --render-frames writes single pictures without it"
                         : fmt::format("cannot start ffmpeg: {}; --render-frames writes single pictures "
                                       "without it",
                                       std::strerror(error)));
}

/// A temporary file for the errors of ffmpeg; it disappears when it is closed.
int unnamed_file() {
  std::string name = (std::filesystem::temp_directory_path() / "idn_viewer.XXXXXX").string();
  const int number = mkstemp(name.data());
  if (number < 0) return number;
  unlink(name.c_str());
  fcntl(number, F_SETFD, FD_CLOEXEC);
  return number;
}

}  // namespace

std::vector<TimePoint> picture_times(TimePoint from, TimePoint to, double pictures_per_second) {
  const auto count = static_cast<std::size_t>(std::ceil(in_seconds(to - from) * pictures_per_second));
  std::vector<TimePoint> times;
  for (std::size_t i = 1; i <= count; ++i) {
    const std::chrono::duration<double> passed(static_cast<double>(i) / pictures_per_second);
    times.push_back(from + std::chrono::round<Duration>(passed));
  }
  return times;
}

std::optional<FilmFormat> film_format(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  for (char& letter : ending) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (ending == ".mp4") return FilmFormat::Mp4;
  if (ending == ".png" || ending == ".apng") return FilmFormat::AnimatedPng;
  return std::nullopt;
}

Film::Film(const std::string& path, int width, int height, double pictures_per_second)
    : path_(path), file_(checked_path(path, width, height)), errors_(unnamed_file()) {
  std::array<int, 2> ends{};
  if (errors_.number() < 0 || pipe(ends.data()) != 0) refuse_start(errno);
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  const Descriptor input(ends[0]);
  pictures_.reset(ends[1]);
  const auto words =
      command(*film_format(path), file_.temporary_path().string(), width, height, pictures_per_second);
  const int error = spawn(words, input.number(), errors_.number(), encoder_);
  if (error == 0) return;
  encoder_ = -1;
  refuse_start(error);
}

Film::~Film() {
  if (encoder_ < 0) return;
  kill(encoder_, SIGKILL);
  wait();
}

void Film::add(const PictureView& picture) {
  const auto octets = std::as_bytes(picture.pixels);
  for (std::size_t done = 0; done < octets.size();) {
    const ssize_t count = write(pictures_.number(), octets.data() + done, octets.size() - done);
    if (count < 0 && errno != EINTR) refuse(wait());
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

void Film::finish() {
  if (const int status = wait(); status != 0) refuse(status);
  file_.commit();
}

void Film::refuse(int status) {
  throw cli::Failure(
      cli::kEnvironment,
      fmt::format("{}: ffmpeg cannot make the film: {}; choose a writable folder with free space, "
                  "or --render-frames, which needs no ffmpeg",
                  path_, cause(status)));
}

int Film::wait() noexcept {
  pictures_.reset();
  int status = 0;
  while (waitpid(encoder_, &status, 0) < 0 && errno == EINTR) continue;
  encoder_ = -1;
  return status;
}

/// The first error message of ffmpeg, without the "[component]" before it; later ones are consequences.
std::string Film::cause(int status) const {
  std::array<char, 1000> text{};
  const ssize_t size = pread(errors_.number(), text.data(), text.size(), 0);
  std::string_view line(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  line = line.substr(0, line.find('\n'));
  if (line.starts_with('[') && line.find("] ") != line.npos) line.remove_prefix(line.find("] ") + 2);
  if (!line.empty()) return std::string(line);
  return WIFSIGNALED(status) ? fmt::format("it was ended by signal {}", WTERMSIG(status))
                             : fmt::format("it ended with code {}", WEXITSTATUS(status));
}

}  // namespace idn::viewer
