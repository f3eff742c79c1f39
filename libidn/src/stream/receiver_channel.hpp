// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "idn/wire/dictionary.hpp"
#include "stream/receiver_context.hpp"

/// One channel of a session: routing, configuration, data (sections 2.4 to 2.8).
namespace idn::stream {

class ReceiverChannel {
 public:
  ReceiverChannel(ReceiverContext& context, FragmentRoom& room) noexcept : context_(context), frame_(room) {}

  /// Open, perhaps muted: routed to no service.
  bool is_open() const noexcept { return open_; }

  /// A message with a routing configuration; comes before its data.
  void route(const ChannelId& id, const wire::ChannelConfig& config, TimePoint now, MessageEffect& effect);

  /// Any chunk on the open channel.
  void consume(const ChannelId& id, const InboundMessage& message, MessageEffect& effect);

  /// Like close(), but lets a frame whose fragments are still on their way arrive first.
  void close_when_complete(const ChannelId& id, TimePoint now, MessageEffect& effect);
  void close(const ChannelId& id, EndReason reason, TimePoint at, MessageEffect& effect);

  /// When an unfinished frame is given up.
  TimePoint next_deadline() const noexcept { return frame_.deadline(); }
  void on_deadline(const ChannelId& id, TimePoint now, MessageEffect& effect);

 private:
  struct Request {
    std::uint8_t service_id = 0;
    wire::ServiceMode mode = wire::ServiceMode::Void;
    friend bool operator==(const Request&, const Request&) = default;
  };

  void attach(const ChannelId& id, Request request, ServiceTable::Service* service, TimePoint now,
              MessageEffect& effect);
  void detach(const ChannelId& id, EndReason reason, TimePoint at, MessageEffect& effect);
  void configure(const ChannelId& id, ConstBytes configuration, TimePoint now, MessageEffect& effect);
  bool is_configured_as(ConstBytes configuration) const noexcept;
  std::optional<wire::ChunkHeader> read_header(const ChannelId& id, ByteReader& in, TimePoint now,
                                               MessageEffect& effect);

  void on_wave(const ChannelId& id, const InboundMessage& message, MessageEffect& effect);
  void on_frame_data(const ChannelId& id, const InboundMessage& message, MessageEffect& effect);
  void on_whole_frame(const ChannelId& id, const InboundMessage& message, MessageEffect& effect);
  void on_first_fragment(const ChannelId& id, const InboundMessage& message, MessageEffect& effect);
  void on_sequel(const ChannelId& id, const InboundMessage& message, MessageEffect& effect);
  void show_frame(const ChannelId& id, const wire::ChunkHeader& chunk, ConstBytes octets, SampleChunk shown,
                  MessageEffect& effect);
  void deliver(const ChannelId& id, ConstBytes octets, SampleChunk& shown, MessageEffect& effect);

  void drop_frame(MessageEffect& effect) noexcept;
  void go_dark(const ChannelId& id, EndReason reason, TimePoint at);

  ReceiverContext& context_;
  bool open_ = false;
  bool lit_ = false;            ///< delivered samples since it was dark
  bool close_pending_ = false;  ///< after the frame in progress
  Request request_;
  RoutingOutcome outcome_ = RoutingOutcome::Routed;
  ServiceTable::Service* service_ = nullptr;  ///< none in void mode or when muted

  std::uint8_t data_match_ = 0;
  std::optional<wire::SampleLayout> layout_;
  std::array<std::byte, std::size_t{255} * 4> configuration_{};
  std::size_t configuration_size_ = 0;

  WaveTimeline timeline_;
  FrameAssembler frame_;
  wire::ChunkHeader frame_header_;
  std::int64_t frame_media_us_ = 0;
};

}  // namespace idn::stream
