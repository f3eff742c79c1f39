// SPDX-License-Identifier: MIT
#pragma once

#include "sender/source/picture_player.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

/// How often pictures change, and how often all of them are shown.
struct PictureTiming {
  double per_second = 25;    ///< waves: 0 draws each once
  std::uint64_t repeat = 1;  ///< 0: for ever
};

/// Stream to the end of the input, a signal (SIGINT, SIGTERM, SIGHUP) or an error, with live status and a
/// summary. Both block. Throw cli::Failure before anything was sent, or when the receiver did not play the
/// stream, and whatever the input throws after a dark end.
/// @return the exit code.
int stream(SampleSource& source, const StreamOptions& options);
/// As waves or as frames, as the options say.
int stream(std::unique_ptr<PictureSequence> sequence, const PictureTiming& timing,
           const StreamOptions& options);

}  // namespace idn::sender
