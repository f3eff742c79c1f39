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

/// The times of the pictures of a film. The range is divided into equal intervals, and each picture is that at
/// the end of its interval; the last interval may extend beyond `to`.
std::vector<TimePoint> picture_times(TimePoint from, TimePoint to, double pictures_per_second);

enum class FilmFormat { Mp4, AnimatedPng };

/// The format by the file name extension (kFilmEndings), in upper or lower case; empty if it is none of these.
std::optional<FilmFormat> film_format(const std::string& path);
inline constexpr char kFilmEndings[] = ".mp4, .png, .apng";

/// Encodes a film with the program ffmpeg, which must be installed: MP4 (H.264) or animated PNG, by the file
/// name extension. Every function throws cli::Failure with cause and remedy.
class Film {
 public:
  /// Starts ffmpeg. Every picture is `width` x `height`, both even for MP4. finish() puts the film at `path`;
  /// an existing file is kept until then.
  Film(const std::string& path, int width, int height, double pictures_per_second);
  /// Without finish(): kills ffmpeg and removes the incomplete file.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  void add(const PictureView& picture);
  /// Waits until the film is complete.
  void finish();

 private:
  [[noreturn]] void refuse(int status);
  /// Closes the pipe and waits for ffmpeg to end. @return its status as of waitpid()
  int wait() noexcept;
  std::string cause(int status) const;

  std::string path_;
  cli::AtomicFile file_;
  Descriptor pictures_;  ///< pipe to the standard input of ffmpeg
  Descriptor errors_;    ///< temporary file with the standard error of ffmpeg
  pid_t encoder_ = -1;
};

}  // namespace idn::viewer
