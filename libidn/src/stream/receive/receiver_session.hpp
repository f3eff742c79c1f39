// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "stream/receive/receiver_channel.hpp"

/// The processing context behind one connection: up to 64 channels on one time axis (sections 2.1 and 2.3).
namespace idn::stream {

/// Unwraps the 32-bit timestamps of a session to 64-bit times.
class TimestampUnwrapper {
 public:
  /// The time of a message. Timestamps of sequels count fragments: they have the time of the message before.
  std::int64_t read(const wire::ChannelMessageHeader& header) noexcept {
    last_us_ = peek(header);
    return *last_us_;
  }
  /// The same for a message that came after a later one: it must not set the time back.
  std::int64_t peek(const wire::ChannelMessageHeader& header) const noexcept;

 private:
  std::optional<std::int64_t> last_us_;
};

class ReceiverSession {
 public:
  static constexpr std::size_t kChannels = 64;

  explicit ReceiverSession(ReceiverContext context) : context_(context), fragment_budget_{context.fragments} {}

  /// Begins a new session after close_channels(); channels keep their memory. `transform` outlives the session.
  void begin(const SessionId& id, const SampleTransform& transform) noexcept;
  const SessionId& id() const noexcept { return id_; }

  /// @param report with a message that is complete and valid as a whole, though its content may be anything,
  ///   and with its media_time(); gets all that the message brings
  void on_message(DatagramReport& report);
  /// A message that came after a later one: its configuration and close are outdated, its samples perhaps not.
  /// @param report with its late_media_time()
  void on_late_message(DatagramReport& report);
  /// A channel message whose configuration does not fit into it.
  void on_broken_message(std::uint8_t channel, DatagramReport& report) noexcept;
  /// Call after the report of each datagram: reports what its message ended on this channel.
  void report_ends(std::uint8_t channel);

  std::int64_t media_time(const wire::ChannelMessageHeader& header) noexcept { return unwrapper_.read(header); }
  /// The same for a late or repeated message, which leaves the running time as it is.
  std::int64_t late_media_time(const wire::ChannelMessageHeader& header) const noexcept {
    return unwrapper_.peek(header);
  }

  /// Whether no message so far was as late in media time.
  bool is_newest(std::int64_t media_us) const noexcept { return latest_us_ && media_us > *latest_us_; }

  /// Closes every channel.
  void close_channels(EndReason reason, TimePoint at);
  bool has_open_channels() const noexcept;

  /// The pipeline events of the channel since the last call, with kClosed if it is closed.
  std::uint16_t take_pipeline_events(std::uint8_t channel) noexcept;

  /// Whether outputs still hold data of this session, that of closed channels included.
  bool holds_data(TimePoint now) const noexcept;
  /// From arrival to output of the last chunk on the channel; zero: unknown.
  Duration latency(std::uint8_t channel) const noexcept;

  /// May be too early, never too late.
  TimePoint next_deadline() const noexcept { return next_deadline_; }
  void on_deadline(TimePoint now);

 private:
  bool is_open(std::uint8_t channel) const noexcept;
  std::uint16_t order_event(const DatagramReport& report) const noexcept;
  ChannelId channel_id(std::size_t channel) const noexcept { return {id_, static_cast<std::uint8_t>(channel)}; }
  ReceiverChannel& channel_for_routing(std::uint8_t channel);

  ReceiverContext context_;
  FragmentBudget fragment_budget_;
  SessionId id_;
  const SampleTransform* transform_ = nullptr;
  TimestampUnwrapper unwrapper_;
  ClockOffset clock_;
  std::optional<std::int64_t> latest_us_;  ///< the highest time of the running time axis
  std::array<std::unique_ptr<ReceiverChannel>, kChannels> channels_;  ///< made when first routed
  std::array<std::uint16_t, kChannels> pipeline_events_{};
  TimePoint next_deadline_ = kNever;
};

}  // namespace idn::stream
