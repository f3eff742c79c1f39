// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "idn/picture/sequence_player.hpp"
#include "sender/source/cue_sequence.hpp"
#include "sender/source/sample_content.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

/// One stream before it begins: its options and content.
struct StreamPlan {
  StreamOptions options;
  std::unique_ptr<Content> content;
  std::function<void()> epilogue{};  ///< prints a report after the end; may be empty
  std::string title{};               ///< of the content, for the status line, unless it has cues
  std::string listens_at{};          ///< where the content receives pictures; empty: nowhere
  std::string left_out{};            ///< what could not be played, a finding at the end; empty: nothing
  /// Mean of frames that are sent as they are; no value: not known.
  std::optional<double> samples_per_picture{};
  bool is_armed_by_content = false;  ///< false: armed from the beginning
  // Parts of the content; null where it has none.
  CueSequence* cues = nullptr;
  CuePlayer* cue_player = nullptr;
};

/// Rate of the pictures, and repetitions of the whole sequence.
struct PictureTiming {
  double per_second = 25;    ///< waves: 0 draws each once
  std::uint64_t repeat = 1;  ///< 0: for ever
};

/// Plays samples, as waves.
StreamPlan make_plan(std::unique_ptr<stream::SampleSource> source, const StreamOptions& options,
                     BacklogCallbacks backlog = {});
/// Plays what other programs write into the shared ring `name`.
StreamPlan make_shared_plan(const std::string& name, const StreamOptions& options);
/// Plays pictures, as waves or frames by `options.mode`.
StreamPlan make_plan(std::unique_ptr<picture::Sequence> sequence, const PictureTiming& timing,
                     const StreamOptions& options);
/// The same for cues, which triggers can call.
StreamPlan make_plan(std::unique_ptr<CueSequence> cues, const PictureTiming& timing,
                     const StreamOptions& options);

}  // namespace idn::sender
