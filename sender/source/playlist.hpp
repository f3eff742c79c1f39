// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sender/source/timed_pictures.hpp"

namespace idn::sender {

/// A cue of a playlist.
struct PlaylistItem {
  std::string file;    ///< path of an .ild file
  std::string name{};  ///< for the operator; empty: that of the file
  CueOptions options{};
};

/// The cues that a user names: an .ild file, a folder of them, or a playlist (docs/programs.md), whose file
/// names begin at its folder. Throws cli::Failure.
/// @param options of cues for which a playlist says nothing else
std::vector<PlaylistItem> playlist_of(const std::string& path, const CueOptions& options);

}  // namespace idn::sender
