// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/wire/acknowledge.hpp"

/// How much of what it gets a receiver does not show, by the event flags of its acknowledges (section 1.9).
namespace idn::stream {

/// Of the chunks (wave datagrams, frames) that were asked about one by one lately.
struct Refusals {
  std::uint16_t refused = 0;          ///< of those that were judged
  std::uint16_t judged = 0;           ///< refused ones included
  std::uint16_t input_events = 0;     ///< those that told of a refusal
  std::uint16_t pipeline_events = 0;  ///< likewise

  /// 0 to 1.
  constexpr double share() const noexcept { return judged == 0 ? 0.0 : static_cast<double>(refused) / judged; }
  friend constexpr bool operator==(const Refusals&, const Refusals&) = default;
};

/// The share of chunks that are refused. A flag only tells that an event happened at least once since the
/// acknowledge before, so it tells a share only where that is one chunk ago; a receiver that has raised one is
/// therefore asked about single chunks (see ReceiverWatch).
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class RefusalMeter {
 public:
  /// Events that say that samples did not get to the output in their place. Not among them: Order and type 2 of
  /// SeqErr, since what came twice or was put in order is shown once and whole, nor type 1 beside one of them,
  /// which it follows from; LAErr, since late data is processed; New and CnlRted, since they are no errors.
  static constexpr std::uint16_t kInput = wire::input_event::kSequence | wire::input_event::kSequenceMissing |
                                          wire::input_event::kMessageInvalid | wire::input_event::kOverrun |
                                          wire::input_event::kTooOld | wire::input_event::kChannelClosed |
                                          wire::input_event::kResources;
  /// The bits of pipeline_event that tell of a refusal.
  static constexpr std::uint16_t kPipeline =
      wire::pipeline_event::kFragment | wire::pipeline_event::kConfiguration |
      wire::pipeline_event::kChunkType | wire::pipeline_event::kMatchValue | wire::pipeline_event::kContinuity |
      wire::pipeline_event::kChunkTooShort | wire::pipeline_event::kRange | wire::pipeline_event::kPayload |
      wire::pipeline_event::kDevice | wire::pipeline_event::kInternal;

  /// The share is that of about so many chunks; older ones count for half, then a quarter, and so on.
  static constexpr std::uint16_t kWindow = 64;
  /// A finding is a share of one in ten or more. Below it lies what networks lose: at 1 % the odds of three
  /// refused of 20 chunks are 1 in 1000, and the light flickers rather than goes. A tenth of a wave is 100 ms
  /// of darkness in each second, a tenth of the frames are pictures that freeze.
  static constexpr std::uint16_t kFindingOneIn = 10;
  /// Fewer are single events: one lost datagram raises one flag, or two when its frame fails as well.
  static constexpr std::uint16_t kFewest = 3;

  /// Whether this acknowledge tells of one.
  static constexpr bool reports_refusal(const wire::Acknowledge& ack) noexcept {
    return input_refusals(ack) != 0 || (ack.pipeline_events & kPipeline) != 0;
  }

  /// @param chunks that were sent since the request before the one that `ack` answers
  void observe(const wire::Acknowledge& ack, std::uint32_t chunks) noexcept;

  /// Whether there are enough chunks for a share that means something.
  bool is_finding() const noexcept {
    return found_.refused >= kFewest && found_.refused * kFindingOneIn >= found_.judged;
  }
  /// The last that was worth telling.
  const Refusals& refusals() const noexcept { return found_; }

 private:
  static constexpr std::uint16_t input_refusals(const wire::Acknowledge& ack) noexcept {
    namespace event = wire::input_event;
    const bool is_explained = (ack.input_events & (event::kSequenceDuplicate | event::kOrder)) != 0;
    return static_cast<std::uint16_t>(ack.input_events & kInput & (is_explained ? ~event::kSequence : ~0));
  }

  Refusals found_;
};

}  // namespace idn::stream
