// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "cli/failure.hpp"
#include "sender/sound/soundtrack.hpp"

namespace idn::sender {

std::unique_ptr<Soundtrack> open_soundtrack(const SoundOptions& options) {
  throw cli::Failure(
      cli::kEnvironment,
      fmt::format("--audio {}: this idn_sender was built without PortAudio, libsndfile and "
                  "libsamplerate; install portaudio19-dev, libsndfile1-dev and libsamplerate0-dev "
                  "and build it again",
                  options.file));
}

}  // namespace idn::sender
