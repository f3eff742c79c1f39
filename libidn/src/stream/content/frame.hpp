// SPDX-License-Identifier: MIT
#pragma once

#include "idn/wire/chunk.hpp"
#include "stream/content/content.hpp"
#include "stream/content/laser.hpp"

namespace idn::stream {

/// Laser graphic, discrete: whole frames, and frames in fragments (section 2.7).
class FrameContent final : public LatestContent {
 public:
  FrameContent(ReceiverContext& context, FragmentBudget& budget) noexcept
      : LatestContent(context), queue_(budget) {}

  std::uint16_t configure(ConstBytes dictionary) override { return laser_.configure(dictionary); }
  void consume(const InboundMessage& message, MessageEffect& effect) override;
  void interrupt(MessageEffect& effect) override;
  bool is_incomplete() const noexcept override { return queue_.in_progress(); }
  TimePoint deadline() const noexcept override { return queue_.deadline(); }

 private:
  void on_whole_frame(const InboundMessage& message, MessageEffect& effect);
  void on_first_fragment(const InboundMessage& message, MessageEffect& effect);
  void on_sequel(const InboundMessage& message, MessageEffect& effect);
  void show(const InboundMessage& message, const wire::ChunkHeader& chunk, std::int64_t media_us,
            ConstBytes octets, MessageEffect& effect);

  LaserDecoder laser_;
  FrameAssembler queue_;
  wire::ChunkHeader queued_chunk_;
  std::int64_t queued_media_us_ = 0;
};

}  // namespace idn::stream
