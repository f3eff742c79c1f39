// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/sample.hpp"
#include "viewer/model/recording.hpp"

/// Reads files as recordings. Every function throws cli::Failure with one line for the user: cause and remedy.
/// A damaged file is read as far as possible, with a note in the recording.
namespace idn::viewer {

struct FileOptions {
  SampleRate rate{30'000};          ///< of an .ild file
  double pictures_per_second = 25;  ///< frames per second of an .ild file; each frame is repeated, always
                                    ///< completely, until the next is due
  std::uint16_t port = kIdnPort;    ///< of the receivers in a capture
};

/// Reads a capture or an .ild file; the content decides which.
Recording open_file(const std::string& path, const FileOptions& options = {});

/// What the receivers in a capture would have shown; times count from its first datagram. "-" is standard
/// input.
Recording open_capture(const std::string& path, const FileOptions& options = {});

/// The frames of an .ild file, from time zero; repeated until they last ten seconds, or the memory limit is
/// reached.
Recording open_ilda(const std::string& path, const FileOptions& options = {});

}  // namespace idn::viewer
