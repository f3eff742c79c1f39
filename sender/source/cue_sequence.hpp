// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "idn/picture/sequence.hpp"
#include "idn/picture/sequence_player.hpp"

namespace idn::sender {

/// Cues, sequences of pictures one behind the other, until another one is called.
/// Threads: the calls from any; what is of picture::Sequence from one.
class CueSequence final : public picture::Sequence {
 public:
  /// @param cues one at least, none without pictures
  /// @param stays each is played again and again until another one is called
  CueSequence(std::vector<std::unique_ptr<picture::Sequence>> cues, bool stays);

  /// The one behind the cue that plays, or that was called last; the first one behind the last.
  void call_next();
  /// From its beginning. @param number from 1 @return false where there is none of that number
  bool call(std::uint32_t number);
  /// Another cue was called, and the pictures so far are still those of the one before.
  bool has_call() const;

  bool next(std::vector<LaserSample>& picture) override;
  void rewind() override;
  std::uint64_t pictures() const override;
  std::uint64_t samples() const override;

 private:
  void follow_call();

  std::vector<std::unique_ptr<picture::Sequence>> cues_;
  bool stays_;
  mutable std::mutex mutex_;           ///< of what follows
  std::size_t current_ = 0;            ///< the number of cues at the end
  std::optional<std::size_t> called_;  ///< from 0
};

/// Plays cues as waves. A call ends the picture in progress where it is.
class CuePlayer final : public stream::SampleSource {
 public:
  CuePlayer(std::unique_ptr<CueSequence> cues, const picture::PlayerOptions& options)
      : cues_(*cues), player_(std::move(cues), options) {}

  /// Called when a cue was called, ahead of its first sample: what was read before is of no use any more. On
  /// the thread of read(), and set before.
  void on_call(std::function<void()> on_call) { on_call_ = std::move(on_call); }

  std::size_t read(std::span<LaserSample> out, std::stop_token stop) override;
  std::optional<std::uint64_t> total() const override { return player_.total(); }

 private:
  CueSequence& cues_;
  picture::SequencePlayer player_;
  std::function<void()> on_call_;
};

}  // namespace idn::sender
