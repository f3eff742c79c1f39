// SPDX-License-Identifier: MIT
#pragma once

#include "stream/playout/channel_output.hpp"
#include "stream/receive/receiver_context.hpp"

namespace idn::stream {

/// Decodes the chunks of one routed channel for the report of their datagram. One class per kind of
/// service mode; the channel has checked chunk type, match value and that a configuration is in use.
class ChannelContent {
 public:
  explicit ChannelContent(ReceiverContext& context) : context_(context), output_(context.playout) {}
  virtual ~ChannelContent() = default;
  ChannelContent(const ChannelContent&) = delete;
  ChannelContent& operator=(const ChannelContent&) = delete;

  /// Sets the service configuration for the following chunks.
  /// @return pipeline events that make it unusable; zero when it is in use
  virtual std::uint16_t configure(ConstBytes configuration) = 0;

  /// What it delivers is valid until the next call, or the end of this object.
  virtual OutputChange consume(const InboundMessage& message, DatagramReport& report) = 0;
  /// Whether consume() takes chunks that came after later ones.
  virtual bool takes_late() const noexcept { return false; }

  /// Drops a frame that is incomplete.
  /// @return pipeline events of that
  virtual std::uint16_t interrupt() { return 0; }
  virtual bool is_incomplete() const noexcept { return false; }
  /// When to drop an incomplete frame; kNever: there is none.
  virtual TimePoint deadline() const noexcept { return kNever; }

  /// The output goes dark at once.
  void give_up_output() noexcept {
    output_.give_up();
    latency_ = {};
  }
  /// When the output has shown all that it got, by our clock; TimePoint::min() if unknown.
  TimePoint held_until() const noexcept {
    const auto reading = output_.held_until();
    return reading ? context_.output_clock.moment(*reading) : TimePoint::min();
  }
  /// From the arrival of the last chunk to its output; zero: unknown.
  Duration latency() const noexcept { return latency_; }

 protected:
  /// Computes when the content of a message is shown, by our clock, and reports it.
  TimePoint schedule(const InboundMessage& message, std::int64_t media_us, std::int64_t duration_us,
                     Timeliness& timeliness, DatagramReport& report);
  /// Reports a chunk that is dropped.
  void report_dropped(const InboundMessage& message, std::int64_t duration_us, DatagramReport& report) const {
    if (!output_.is_known()) return;
    report.output = {.arrival = message.arrival,
                     .media_us = message.media_us,
                     .duration_us = duration_us,
                     .is_late = message.is_late,
                     .is_placed = false};
  }
  /// The next chunk starts a new time axis.
  void restart_playout() noexcept { output_.restart(); }
  ReceiverContext& context() noexcept { return context_; }

 private:
  ReceiverContext& context_;
  ChannelOutput output_;
  Duration latency_{};
};

/// Content that is shown once at its own time: a chunk that comes too late for all of it is dropped.
class GaplessContent : public ChannelContent {
 public:
  using ChannelContent::ChannelContent;

 protected:
  /// @param begin when to show it
  /// @return false when it is outdated
  bool schedule_once(const InboundMessage& message, std::int64_t duration_us, TimePoint& begin,
                     DatagramReport& report);
};

/// Content that stays until it is replaced: a late chunk is shown at once, and there are no underruns.
class LatestContent : public ChannelContent {
 public:
  using ChannelContent::ChannelContent;

 protected:
  TimePoint schedule_latest(const InboundMessage& message, std::int64_t media_us, std::int64_t duration_us,
                            DatagramReport& report);
};

}  // namespace idn::stream
