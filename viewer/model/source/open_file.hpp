// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/sample.hpp"
#include "viewer/model/recording.hpp"
#include "viewer/model/source/capture_index.hpp"

/// Reads files as recordings. Every function throws cli::Failure with one line for the user: cause and remedy.
/// A damaged file is read as far as possible, with a note in the recording.
namespace idn::viewer {

struct FileOptions {
  SampleRate rate{30'000};          ///< of an .ild file
  double pictures_per_second = 25;  ///< frames per second of an .ild file; each frame is repeated, always
                                    ///< completely, until the next is due
  std::uint16_t port = kIdnPort;    ///< of the receivers in a capture
  /// Names of the receivers in a capture that do not tell their own.
  std::map<Endpoint, std::string> projectors{};
};

/// Reads a capture or an .ild file; the content decides which. Of a long capture it is the first part; see
/// CaptureParts.
Recording open_file(const std::string& path, const FileOptions& options = {});

/// What the receivers in a capture would have shown; times count from its first datagram. "-" is standard
/// input, of which only the first part can be read.
Recording open_capture(const std::string& path, const FileOptions& options = {});

/// As notes of a recording.
std::vector<std::string> damage_notes(const std::vector<capture::Damage>& damages);

/// Opens it for a CaptureIndex.
capture::DatagramReader open_reader(const std::string& path);

/// What is shown around `at`: from up to ten seconds before, which the instruments need, to as far as memory
/// goes (see kPartDatagrams), but at least a second after `at`. The output of receivers that begin there may be
/// shifted by the jitter of their first datagram against those that begin with the capture.
Recording read_part(const std::string& path, const FileOptions& options, const CaptureIndex& index,
                    TimePoint at);

/// Limits of a part of a capture: about a minute of 2000 datagrams/s and 100 000 samples/s, 300 MB.
inline constexpr std::size_t kPartDatagrams = std::size_t{1} << 17;  ///< of all streams
inline constexpr std::size_t kPartSamples = std::size_t{8} << 20;    ///< of all streams

/// The frames of an .ild file, from time zero; repeated until they last ten seconds, or the memory limit is
/// reached.
Recording open_ilda(const std::string& path, const FileOptions& options = {});

}  // namespace idn::viewer
