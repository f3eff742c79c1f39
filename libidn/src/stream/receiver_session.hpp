// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "stream/receiver_channel.hpp"

/// The processing context behind one connection: up to 64 channels on one time axis (sections 2.1 and 2.3).
namespace idn::stream {

/// Turns the 32-bit timestamps of a session into 64-bit times.
class TimestampUnwrapper {
 public:
  /// Sequels carry no clock information, only a fragment count.
  std::int64_t read(const wire::ChannelMessageHeader& header) noexcept;

 private:
  std::optional<std::int64_t> last_us_;
};

class ReceiverSession {
 public:
  static constexpr std::size_t kChannels = 64;

  explicit ReceiverSession(ReceiverContext context) : context_(context), room_{context.fragments} {}

  /// Must have ended before; channels keep their memory.
  void begin(const SessionId& id) noexcept;
  const SessionId& id() const noexcept { return id_; }

  /// @param message complete and valid as a whole; its content may be anything
  MessageEffect on_message(const wire::ChannelMessage& message, std::int64_t media_us, std::uint16_t sequence,
                           TimePoint now);
  /// A channel message whose configuration does not fit into it.
  MessageEffect on_broken_message(std::uint8_t channel) noexcept;

  std::int64_t media_time(const wire::ChannelMessageHeader& header) noexcept { return unwrapper_.read(header); }

  /// Closes every channel.
  void close_channels(EndReason reason, TimePoint at);
  bool has_open_channels() const noexcept;

  /// Everything that happened on the channel since the last call, and whether it is closed.
  std::uint16_t take_pipeline_events(std::uint8_t channel) noexcept;

  /// May be too early, never too late.
  TimePoint next_deadline() const noexcept { return next_deadline_; }
  void on_deadline(TimePoint now);

 private:
  bool is_open(std::uint8_t channel) const noexcept;
  ChannelId channel_id(std::size_t channel) const noexcept { return {id_, static_cast<std::uint8_t>(channel)}; }
  ReceiverChannel& channel_for_routing(std::uint8_t channel);

  ReceiverContext context_;
  FragmentRoom room_;
  SessionId id_;
  TimestampUnwrapper unwrapper_;
  std::array<std::unique_ptr<ReceiverChannel>, kChannels> channels_;  ///< made when first routed
  std::array<std::uint16_t, kChannels> pipeline_events_{};
  TimePoint next_deadline_ = kNever;
};

}  // namespace idn::stream
