// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <variant>

#include "stream/receive/content/audio.hpp"
#include "stream/receive/content/dmx.hpp"
#include "stream/receive/content/frame.hpp"
#include "stream/receive/content/wave.hpp"

/// One channel of a session: routing, arbitration and life cycle (sections 2.4 and 2.8). Chunks are decoded by
/// its Content.
namespace idn::stream {

class ReceiverChannel {
 public:
  ReceiverChannel(ReceiverContext& context, FragmentBudget& budget) noexcept
      : context_(context), fragment_budget_(budget) {}

  /// Open, perhaps muted: routed to no service.
  bool is_open() const noexcept { return open_; }

  /// Call for a message with a routing configuration, before consume().
  void route(const ChannelId& id, const wire::ChannelConfig& config, TimePoint now, DatagramReport& report);

  /// Any chunk on the open channel.
  void consume(const InboundMessage& message, DatagramReport& report);
  /// A chunk that came after a later one. Ignored if it was made for another configuration, or if the content
  /// takes no late chunks.
  void consume_late(const InboundMessage& message, DatagramReport& report);

  /// Like close(), but lets a frame whose fragments are still on their way arrive first.
  /// @return pipeline events of that, as of the functions below
  std::uint16_t close_when_complete(TimePoint now);
  std::uint16_t close(EndReason reason, TimePoint at);
  /// Reports to the listener what ended since the last call. Call after the report of the datagram that ended
  /// it, whose content is no longer valid then.
  void report_ends(const ChannelId& id);

  /// When an unfinished frame is given up.
  TimePoint next_deadline() const noexcept { return content_ != nullptr ? content_->deadline() : kNever; }
  std::uint16_t on_deadline(TimePoint now);

  /// When the output has played the data of this channel. After EndReason::Closed it plays to the end.
  TimePoint held_until() const noexcept { return content_ != nullptr ? content_->held_until() : drained_at_; }
  /// For the next session: held_until() ignores what a closed channel has left to play.
  void forget_output() noexcept { drained_at_ = TimePoint::min(); }
  /// From arrival to output of the last chunk; zero: unknown.
  Duration latency() const noexcept { return content_ != nullptr ? content_->latency() : Duration{}; }

 private:
  struct Request {
    std::uint8_t service_id = 0;
    wire::ServiceMode mode = wire::ServiceMode::Void;
    friend bool operator==(const Request&, const Request&) = default;
  };
  using AnyContent =
      std::variant<std::monostate, WaveContent, FrameContent, DmxLineContent, DmxLevelsContent, AudioContent>;

  /// Of the light of an output, or of the whole channel.
  struct End {
    EndReason reason;
    TimePoint at;
  };

  void attach(const ChannelId& id, Request request, ServiceTable::Service* service, TimePoint now,
              DatagramReport& report);
  std::uint16_t detach(EndReason reason, TimePoint at);
  ChannelContent* make_content(wire::ServiceMode mode);
  void configure(ConstBytes configuration, TimePoint now, DatagramReport& report);
  bool is_configured_as(ConstBytes configuration) const noexcept;
  void show(const InboundMessage& message, DatagramReport& report);
  std::uint16_t refusal(const InboundMessage& message) const noexcept;
  void lose_configuration(TimePoint now);
  void go_dark(EndReason reason, TimePoint at);
  void report_dark(const ChannelId& id);

  ReceiverContext& context_;
  FragmentBudget& fragment_budget_;
  bool open_ = false;
  bool lit_ = false;            ///< delivered something since it was dark
  bool close_pending_ = false;  ///< after the frame in progress
  std::optional<End> dark_;     ///< until the listener knows of it
  std::optional<End> closed_;   ///< likewise
  Request request_;
  RoutingOutcome outcome_ = RoutingOutcome::Routed;
  ServiceTable::Service* service_ = nullptr;  ///< none in void mode or when muted
  TimePoint drained_at_ = TimePoint::min();

  AnyContent any_content_;             ///< kept without a service until the report of its last chunk
  ChannelContent* content_ = nullptr;  ///< points into any_content_; nullptr without a service
  std::uint8_t data_match_ = 0;
  bool configured_ = false;
  std::array<std::byte, std::size_t{255} * 4> configuration_{};
  std::size_t configuration_size_ = 0;
};

}  // namespace idn::stream
