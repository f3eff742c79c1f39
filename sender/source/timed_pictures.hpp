// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "idn/picture/sequence.hpp"
#include "idn/time.hpp"

namespace idn::sender {

/// How a playlist shows a cue.
struct CueOptions {
  double fps = 0;                   ///< frames per second; 0: those of the stream
  std::uint64_t rate = 0;           ///< points per second, at most the rate of the stream; 0: that
  std::uint64_t repeat = 1;         ///< from 1
  std::optional<Duration> still{};  ///< `time` of a cue of one picture that has none
  Duration time{0};                 ///< as long as this, again and again or cut off; 0: `repeat` times
  Duration fade{0};                 ///< at the beginning from darkness, at the end to it
  Duration gap{0};                  ///< darkness behind it

  friend bool operator==(const CueOptions&, const CueOptions&) = default;
};

/// What a stream shows in a second.
struct StreamRates {
  double pictures = 25;
  std::uint64_t samples = 30'000;
};

/// The pictures of a cue in the time of the stream: faster or slower, repeated, faded in and out, with darkness
/// behind. With a rate below that of the stream, points are put between those of the file.
class TimedPictures final : public picture::Sequence {
 public:
  /// @param pictures one at least
  /// @param rates with more than 0 pictures
  /// @param stays it has no end, and neither fades out nor leaves a gap
  TimedPictures(std::unique_ptr<picture::Sequence> pictures, const CueOptions& options,
                const StreamRates& rates, bool stays);

  bool next(std::vector<LaserSample>& picture) override;
  void rewind() override;
  std::uint64_t pictures() const override;
  /// Estimated: as if all pictures had as many.
  std::uint64_t samples() const override;

 private:
  void load(std::uint64_t wanted);
  double brightness() const noexcept;

  std::unique_ptr<picture::Sequence> pictures_;
  double step_ = 1;                     ///< pictures of the cue for one that is shown
  double stretch_ = 1;                  ///< points that are drawn for one of a picture
  std::optional<std::uint64_t> shown_;  ///< pictures until the gap; nothing: no end
  double fade_ = 0;                     ///< pictures
  std::uint64_t gap_ = 0;               ///< pictures

  std::uint64_t at_ = 0;      ///< pictures that next() has returned
  std::uint64_t loaded_ = 0;  ///< pictures of the cue that were read
  std::vector<LaserSample> held_;
};

}  // namespace idn::sender
