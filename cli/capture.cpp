// SPDX-License-Identifier: MIT
#include "cli/capture.hpp"

#include <vector>

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"

namespace idn::cli {

capture::DatagramReader open_captures(std::span<const std::string> paths) {
  std::vector<capture::CaptureFile> files;
  for (const std::string& path : paths)
    files.push_back(path == "-" ? capture::CaptureFile{"standard input", binary_input()}
                                : capture::CaptureFile{path});
  auto reader = capture::DatagramReader::open(files);
  if (!reader) throw Failure(kEnvironment, reader.error().message());
  return *std::move(reader);
}

}  // namespace idn::cli
