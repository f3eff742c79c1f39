// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>

#include "idn/stream/receive/client_meters.hpp"
#include "viewer/model/stream_event.hpp"

namespace idn::viewer {

using OnEvent = std::function<void(const StreamEvent&)>;

/// Converts the callbacks of one client's receiver to StreamEvents. Channels that are not for laser are
/// ignored.
class StreamListener final : public stream::ReceiverListener {
 public:
  /// @param on_event must outlive the listener
  StreamListener(const stream::SessionKey& client, const Endpoint& unit, const OnEvent& on_event)
      : client_(client), unit_(unit), on_event_(on_event) {}

  void on_datagram(const stream::DatagramReport& report) override;
  void on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) override;
  void on_channel_closed(const stream::ChannelId& id, stream::EndReason reason, TimePoint at) override;

 private:
  /// An open laser channel. The receiver reports a frame with its last fragment, so the positions of its
  /// earlier fragments are stored until then.
  struct Channel {
    std::size_t sample_size = 0;             ///< 0: unknown
    std::vector<std::uint32_t> fragments{};  ///< octets before each fragment of the current frame
    std::uint32_t octets = 0;                ///< of all fragments so far
  };

  void show(std::uint8_t number, const stream::SampleChunk& chunk);
  void emit_event(std::uint8_t channel, TimePoint at, decltype(StreamEvent::what) what) const;
  void emit_sequence(const SequenceStep& number, TimePoint at) const;
  void configure(std::uint8_t channel, const wire::ChannelMessage& message, TimePoint at);
  void note_fragment(Channel& channel, const wire::ChannelMessage& message);

  stream::SessionKey client_;
  Endpoint unit_;
  const OnEvent& on_event_;
  analysis::ConnectionMeter meter_;
  std::map<std::uint8_t, Channel> channels_;  ///< at most 64
};

}  // namespace idn::viewer
