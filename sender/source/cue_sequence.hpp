// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "idn/picture/sequence.hpp"
#include "idn/picture/sequence_player.hpp"
#include "idn/stop_token.hpp"

namespace idn::sender {

/// Plays cues, which are sequences of pictures, one after the other. call() and call_next(), which triggers
/// use, jump to a cue. Threads: these two, has(), has_call() and playing() from any; the functions of
/// picture::Sequence from one.
class CueSequence final : public picture::Sequence {
 public:
  struct Cue {
    std::string name;
    std::unique_ptr<picture::Sequence> pictures;
    std::size_t number = 0;  ///< by which it is called; 0: that behind the one before, the first is 1
  };

  /// @param cues at least one, each with pictures
  /// @param stays each cue is repeated until another one is called
  CueSequence(std::vector<Cue> cues, bool stays);

  /// What plays now: the name of the cue, with its number if there are several.
  std::string playing() const;

  /// Calls the cue `step` (1 or -1) from the one that plays or was called last; behind the last one is the
  /// first.
  void call_beside(int step);
  /// Calls a cue, which starts at its beginning. @param number from 1 @return false if there is none of that
  /// number
  bool call(std::uint32_t number);
  bool has(std::uint32_t number) const;
  /// Whether a cue was called since next() was last used. It may be the one that plays.
  bool has_call() const;

  bool next(std::vector<LaserSample>& picture) override;
  void rewind() override;
  std::uint64_t pictures() const override;
  std::uint64_t samples() const override;

 private:
  void jump_to_called();

  std::vector<Cue> cues_;
  bool stays_;
  mutable std::mutex mutex_;           ///< protects the following
  std::size_t current_ = 0;            ///< index; after the last cue cues_.size()
  std::optional<std::size_t> called_;  ///< index
};

/// Plays cues in wave mode. A cue that is called cuts off the picture in progress.
class CuePlayer final : public stream::SampleSource {
 public:
  CuePlayer(std::unique_ptr<CueSequence> cues, const picture::PlayerOptions& options)
      : cues_(*cues), player_(std::move(cues), options) {}

  /// Sets a callback, to be done before the first read(): read() calls it before it returns the first sample of
  /// a cue that was called, so that samples read earlier can be discarded.
  void on_call(std::function<void()> on_call) { on_call_ = std::move(on_call); }

  std::size_t read(std::span<LaserSample> out, stop_token stop) override;
  std::optional<std::uint64_t> total() const override { return player_.total(); }

 private:
  CueSequence& cues_;
  picture::SequencePlayer player_;
  std::function<void()> on_call_;
};

}  // namespace idn::sender
