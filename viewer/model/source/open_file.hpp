// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/sample.hpp"
#include "viewer/model/recording.hpp"

/// Files as recordings. Every function throws cli::Failure with one line for the user: cause and remedy. What
/// is damaged is shown as far as it goes, with a note in the recording.
namespace idn::viewer {

struct FileOptions {
  SampleRate rate{30'000};  ///< of an .ild file
  double pictures_per_second =
      25;                         ///< of an .ild file: each frame is redrawn, to its end, while its time lasts
  std::uint16_t port = kIdnPort;  ///< of the receivers in a capture
};

/// A capture or an .ild file, told apart by what is in it.
Recording open_file(const std::string& path, const FileOptions& options = {});

/// What every receiver in a capture would have shown; time zero is that of the first datagram. A capture of "-"
/// is read from standard input.
Recording open_capture(const std::string& path, const FileOptions& options = {});

/// The frames of a file, over and over for ten seconds at least, from time zero.
Recording open_ilda(const std::string& path, const FileOptions& options = {});

}  // namespace idn::viewer
