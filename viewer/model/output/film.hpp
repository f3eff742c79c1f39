// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "idn/time.hpp"
#include "viewer/model/output/png_file.hpp"

namespace idn::viewer {

/// When the pictures of a film are shown: each at the end of its part of the time, the last part may be cut.
std::vector<TimePoint> picture_times(TimePoint from, TimePoint to, double pictures_per_second);

/// A film made by ffmpeg, which is a program of its own: MP4 (H.264), or an animated PNG where the name ends in
/// .png or .apng. Every function throws cli::Failure with cause and remedy.
class Film {
 public:
  /// Every picture is `width` x `height`, both even for MP4. What is at `path` is replaced.
  Film(const std::string& path, int width, int height, double pictures_per_second);
  /// Without finish() ffmpeg is ended and the part is removed.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  void add(const PictureView& picture);
  /// Waits until the film is complete.
  void finish();

 private:
  [[noreturn]] void refuse();
  int wait() noexcept;

  std::string path_;
  std::string unfinished_;
  pid_t encoder_ = -1;
  int pipe_ = -1;
};

}  // namespace idn::viewer
