// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/file.hpp"
#include "idn/time.hpp"
#include "viewer/model/output/descriptor.hpp"
#include "viewer/model/output/png_file.hpp"

namespace idn::viewer {

/// When the pictures of a film are shown: each at the end of its part of the time, the last part may be cut.
std::vector<TimePoint> picture_times(TimePoint from, TimePoint to, double pictures_per_second);

enum class FilmFormat { Mp4, AnimatedPng };

/// By the end of the name, as kFilmEndings lists them, in small or capital letters.
std::optional<FilmFormat> film_format(const std::string& path);
inline constexpr char kFilmEndings[] = ".mp4, .png, .apng";

/// A film made by ffmpeg, which is a program of its own: MP4 (H.264) or an animated PNG, by the name. Every
/// function throws cli::Failure with cause and remedy.
class Film {
 public:
  /// Every picture is `width` x `height`, both even for MP4. The file at `path` is replaced when the film is
  /// complete.
  Film(const std::string& path, int width, int height, double pictures_per_second);
  /// Without finish() ffmpeg is ended and the part is removed.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  void add(const PictureView& picture);
  /// Waits until the film is complete.
  void finish();

 private:
  [[noreturn]] void refuse(int status);
  /// How ffmpeg ended.
  int wait() noexcept;
  std::string cause(int status) const;

  std::string path_;
  cli::WholeFile file_;
  Descriptor pictures_;  ///< that ffmpeg reads
  Descriptor words_;     ///< what ffmpeg says is wrong
  pid_t encoder_ = -1;
};

}  // namespace idn::viewer
