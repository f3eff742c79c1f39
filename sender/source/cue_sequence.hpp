// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "idn/picture/sequence.hpp"
#include "idn/picture/sequence_player.hpp"
#include "idn/stop_token.hpp"

namespace idn::sender {

/// Plays cues, which are sequences of pictures, one after the other. call(), call_beside() and plan(), which
/// triggers use, jump to a cue. Threads: the functions of picture::Sequence from one, all others from any.
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

  /// A cue is to begin at a time, since 1970; fulfil() follows then.
  void plan(std::uint32_t number, Duration at);
  /// The first of the planned times; nothing without one.
  std::optional<Duration> planned() const;
  /// Whoever plays ahead of time has come to planned(): the cue begins with next(). If one is called before its
  /// time has come, what was played ahead was not shown, and it is planned again.
  void begin_planned();
  /// The time of a planned cue has come: it is planned no longer. @return false if it has not begun and is to
  /// be called
  bool fulfil(std::uint32_t number, Duration at);

  bool next(std::vector<LaserSample>& picture) override;
  void rewind() override;
  std::uint64_t pictures() const override;
  std::uint64_t samples() const override;

 private:
  using Plans = std::multimap<Duration, std::size_t>;  ///< index of a cue, by the time

  void jump_to_called();
  void call_index(std::size_t index);
  std::optional<std::size_t> index_of(std::uint32_t number) const;
  static bool take(Plans& plans, Duration at, std::size_t index);

  std::vector<Cue> cues_;
  bool stays_;
  mutable std::mutex mutex_;           ///< protects the following
  std::size_t current_ = 0;            ///< index; after the last cue cues_.size()
  std::optional<std::size_t> called_;  ///< index
  Plans planned_;
  Plans begun_;  ///< whose times have not come yet
};

/// Plays cues in wave mode. A cue that is called cuts off the picture in progress.
class CuePlayer final : public stream::SampleSource {
 public:
  CuePlayer(std::unique_ptr<CueSequence> cues, const picture::PlayerOptions& options)
      : cues_(*cues), player_(std::move(cues), options) {}

  /// Sets a callback, to be done before the first read(): read() calls it before it returns the first sample of
  /// a cue that was called, so that samples read earlier can be discarded.
  void on_call(std::function<void()> on_call) { on_call_ = std::move(on_call); }

  /// When the first sample of the next read() leaves, and how fast all follow: planned cues begin with the
  /// first sample that leaves at their times. Threads: that of read().
  void expect(TimePoint sent_at, SampleRate rate) { next_ = {sent_at, rate}; }

  std::size_t read(std::span<LaserSample> out, stop_token stop) override;
  std::optional<std::uint64_t> total() const override { return player_.total(); }

 private:
  struct Next {
    TimePoint sent_at;
    SampleRate rate;
  };

  std::size_t begin_planned(std::size_t most);

  CueSequence& cues_;
  picture::SequencePlayer player_;
  std::optional<Next> next_;  ///< nothing: not known
  std::function<void()> on_call_;
};

}  // namespace idn::sender
