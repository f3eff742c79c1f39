// SPDX-License-Identifier: MIT
#pragma once

#include "idn/wire/channel_message.hpp"
#include "stream/receive/content/content.hpp"
#include "stream/receive/content/laser.hpp"

namespace idn::stream {

/// Laser graphic, discrete: whole frames, and frames in fragments (section 2.7).
class FrameContent final : public LatestContent {
 public:
  FrameContent(ReceiverContext& context, FragmentBudget& budget) noexcept
      : LatestContent(context), queue_(budget) {}

  std::uint16_t configure(ConstBytes dictionary) override { return laser_.configure(dictionary); }
  OutputChange consume(const InboundMessage& message, DatagramReport& report) override;
  std::uint16_t interrupt() override;
  bool is_incomplete() const noexcept override { return queue_.in_progress(); }
  TimePoint deadline() const noexcept override { return queue_.deadline(); }

 private:
  OutputChange on_whole_frame(const InboundMessage& message, DatagramReport& report);
  void on_first_fragment(const InboundMessage& message, DatagramReport& report);
  OutputChange on_sequel(const InboundMessage& message, DatagramReport& report);
  OutputChange show(const InboundMessage& message, const wire::ChunkHeader& chunk, std::int64_t media_us,
                    ConstBytes octets, DatagramReport& report);

  LaserDecoder laser_;
  FrameAssembler queue_;
  wire::ChunkHeader queued_chunk_;
  std::int64_t queued_media_us_ = 0;
};

}  // namespace idn::stream
