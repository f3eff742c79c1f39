// SPDX-License-Identifier: MIT
#pragma once

#include "idn/stream/send/receiver_state.hpp"

/// Measures which share of a stream a receiver does not show, by the event flags of its acknowledges (section
/// 1.9).
namespace idn::stream {

/// The share of chunks that are refused. A flag only reports that an event happened at least once since the
/// previous acknowledge, so a share can only be measured with one acknowledge per chunk; these are requested
/// once a flag was raised (see ReceiverWatch).
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class RefusalMeter {
 public:
  /// Input events which mean that samples did not reach the output, or not in their place. Not among them:
  /// Order and type 2 of SeqErr, since what came twice or was put in order is shown once and whole, nor type 1
  /// beside one of them, which it follows from; LAErr, since late data is processed; New and CnlRted, since
  /// they are no errors.
  static constexpr std::uint16_t kInput = wire::input_event::kSequence | wire::input_event::kSequenceMissing |
                                          wire::input_event::kMessageInvalid | wire::input_event::kOverrun |
                                          wire::input_event::kTooOld | wire::input_event::kChannelClosed |
                                          wire::input_event::kResources;
  /// Pipeline events which mean the same.
  static constexpr std::uint16_t kPipeline =
      wire::pipeline_event::kFragment | wire::pipeline_event::kConfiguration |
      wire::pipeline_event::kChunkType | wire::pipeline_event::kMatchValue | wire::pipeline_event::kContinuity |
      wire::pipeline_event::kChunkTooShort | wire::pipeline_event::kRange | wire::pipeline_event::kPayload |
      wire::pipeline_event::kDevice | wire::pipeline_event::kInternal;

  /// The share is that of about this many recent chunks; older ones weigh a half, then a quarter, and so on.
  static constexpr std::uint16_t kWindow = 64;
  /// A share of one in ten or more is reported. Below it lies what networks lose: at 1 % loss three of 20
  /// chunks are refused with a probability of 1 in 1000, and the light only flickers. A tenth of a wave is 100
  /// ms of darkness in each second, a tenth of the frames are pictures that freeze.
  static constexpr std::uint16_t kFindingOneIn = 10;
  /// Fewer refused chunks are not reported: one lost datagram raises one flag, or two when its frame fails as
  /// well.
  static constexpr std::uint16_t kFewest = 3;
  /// After this many acknowledges in a row that are about no chunk, as of an idle stream, the counts are of the
  /// past, and cleared. Frames are seldom as far apart as ten requests.
  static constexpr std::uint16_t kForgottenAfter = 10;

  /// Whether this acknowledge reports a refusal.
  static constexpr bool reports_refusal(const wire::Acknowledge& ack) noexcept {
    return input_refusals(ack) != 0 || (ack.pipeline_events & kPipeline) != 0;
  }

  /// @param chunks that were sent since the request before the one that `ack` answers
  void observe(const wire::Acknowledge& ack, std::uint32_t chunks) noexcept;

  /// Whether the refused chunks are enough, in number and share, to be reported.
  bool is_finding() const noexcept {
    return found_.refused >= kFewest && found_.refused * kFindingOneIn >= found_.judged;
  }
  /// The counts as of the last acknowledge, also where they are no finding.
  const Refusals& refusals() const noexcept { return found_; }

 private:
  static constexpr std::uint16_t input_refusals(const wire::Acknowledge& ack) noexcept {
    namespace event = wire::input_event;
    const bool is_explained = (ack.input_events & (event::kSequenceDuplicate | event::kOrder)) != 0;
    return static_cast<std::uint16_t>(ack.input_events & kInput & (is_explained ? ~event::kSequence : ~0));
  }

  Refusals found_;
  std::uint16_t without_chunks_ = 0;  ///< acknowledges in a row
};

}  // namespace idn::stream
