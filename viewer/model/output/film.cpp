// SPDX-License-Identifier: MIT
#include "viewer/model/output/film.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "cli/failure.hpp"

extern "C" char** environ;

namespace idn::viewer {
namespace {

bool is_animated_png(const std::string& path) {
  return path.ends_with(".png") || path.ends_with(".apng");
}

/// ffmpeg tells the format by the name unless it is told; the file gets its name when it is complete.
std::vector<std::string> command(const std::string& path, const std::string& unfinished, int width, int height,
                                 double rate) {
  std::vector<std::string> words{"ffmpeg",
                                 "-hide_banner",
                                 "-loglevel",
                                 "error",
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
      is_animated_png(path)
          ? std::vector<std::string>{"-pix_fmt", "rgb24", "-plays", "0", "-f", "apng"}
          : std::vector<std::string>{"-c:v",     "libx264", "-preset",   "fast",       "-crf", "18",
                                     "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f",   "mp4"};
  words.insert(words.end(), target.begin(), target.end());
  words.push_back("file:" + unfinished);
  return words;
}

/// @return an error number; ffmpeg reads from `input`
int spawn(const std::vector<std::string>& words, int input, pid_t& child) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  const int error = posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
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

Film::Film(const std::string& path, int width, int height, double pictures_per_second)
    : path_(path), unfinished_(path + ".part") {
  if (!is_animated_png(path) && (width % 2 != 0 || height % 2 != 0))
    throw cli::Failure(cli::kUsage,
                       fmt::format("{}x{}: MP4 takes even sizes only; choose another --size", width, height));
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw cli::Failure(cli::kEnvironment, std::strerror(errno));
  const int error = spawn(command(path, unfinished_, width, height, pictures_per_second), ends[0], encoder_);
  close(ends[0]);
  pipe_ = ends[1];
  if (error == 0) return;
  close(pipe_);
  throw cli::Failure(cli::kEnvironment,
                     error == ENOENT
                         ? "ffmpeg is missing, which makes films (Debian and Ubuntu: apt-get install "
                           "ffmpeg); --render-frames writes single pictures without it"
                         : fmt::format("cannot start ffmpeg: {}", std::strerror(error)));
}

Film::~Film() {
  if (encoder_ < 0) return;
  kill(encoder_, SIGTERM);
  wait();
  std::remove(unfinished_.c_str());
}

void Film::add(const PictureView& picture) {
  const auto octets = std::as_bytes(picture.pixels);
  for (std::size_t done = 0; done < octets.size();) {
    const ssize_t count = write(pipe_, octets.data() + done, octets.size() - done);
    if (count < 0 && errno != EINTR) refuse();
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

void Film::finish() {
  if (wait() != 0) refuse();
  if (std::rename(unfinished_.c_str(), path_.c_str()) != 0)
    throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}", path_, std::strerror(errno)));
}

/// It has told why on standard error.
void Film::refuse() {
  wait();
  std::remove(unfinished_.c_str());
  throw cli::Failure(cli::kEnvironment,
                     fmt::format("{}: ffmpeg cannot make the film; see its message above", path_));
}

int Film::wait() noexcept {
  if (encoder_ < 0) return 0;
  close(pipe_);
  int status = 0;
  while (waitpid(encoder_, &status, 0) < 0 && errno == EINTR) continue;
  encoder_ = -1;
  return status;
}

}  // namespace idn::viewer
