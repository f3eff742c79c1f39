// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "idn/picture/sequence_player.hpp"
#include "sender/source/cue_sequence.hpp"
#include "sender/source/sample_content.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

/// One stream before it begins: what plays, and where.
struct StreamPlan {
  StreamOptions options;
  std::unique_ptr<Content> content;
  std::function<void()> epilogue{};  ///< prints what is known after the end; may be empty
  std::string listens_at{};          ///< where the content receives pictures; empty: nowhere
  bool is_armed_by_content = false;  ///< else it is armed from the beginning
  // Parts of the content; null where it has none.
  CueSequence* cues = nullptr;
  CuePlayer* cue_player = nullptr;
};

/// How often pictures change, and how often all of them are shown.
struct PictureTiming {
  double per_second = 25;    ///< waves: 0 draws each once
  std::uint64_t repeat = 1;  ///< 0: for ever
};

StreamPlan make_plan(std::unique_ptr<stream::SampleSource> source, const StreamOptions& options,
                     BacklogRule backlog = {});
/// What other programs write into the shared ring `name`.
StreamPlan make_shared_plan(const std::string& name, const StreamOptions& options);
/// As waves or as frames, as the options say.
StreamPlan make_plan(std::unique_ptr<picture::Sequence> sequence, const PictureTiming& timing,
                     const StreamOptions& options);
/// The same with cues that can be called.
StreamPlan make_plan(std::unique_ptr<CueSequence> cues, const PictureTiming& timing,
                     const StreamOptions& options);

}  // namespace idn::sender
