// SPDX-License-Identifier: MIT
#pragma once

#include "stream/receive/content/content.hpp"

namespace idn::stream {

/// Time that octets take on a DMX512 line: 44 us each, and break and mark before the start code (section 3.1).
constexpr std::int64_t dmx_line_time_us(std::size_t octets, bool begins_packet) noexcept {
  return static_cast<std::int64_t>(octets) * 44 + (begins_packet ? 92 + 12 : 0);
}

/// DMX512 and laser effects, continuous: the copy of a line in segments (section 3.1).
class DmxLineContent final : public GaplessContent {
 public:
  DmxLineContent(ReceiverContext& context, wire::ServiceMode mode) noexcept
      : GaplessContent(context), mode_(mode) {}

  /// These modes have no configuration: it must be empty.
  std::uint16_t configure(ConstBytes configuration) override {
    return configuration.empty() ? std::uint16_t{0} : wire::pipeline_event::kConfiguration;
  }
  OutputChange consume(const InboundMessage& message, DatagramReport& report) override;

 private:
  enum class State : std::uint8_t { Unknown, BetweenPackets, InPacket, Lost };

  wire::ServiceMode mode_;
  State state_ = State::Unknown;
  std::uint8_t sequence_ = 0;  ///< of the packet in progress, or expected next
  std::size_t offset_ = 0;     ///< expected next within the packet
};

/// DMX512 and laser effects, discrete: levels that stay, and single packets in between (section 3.2).
class DmxLevelsContent final : public LatestContent {
 public:
  DmxLevelsContent(ReceiverContext& context, wire::ServiceMode mode) noexcept
      : LatestContent(context), mode_(mode) {}

  std::uint16_t configure(ConstBytes tags) override;
  OutputChange consume(const InboundMessage& message, DatagramReport& report) override;

 private:
  OutputChange on_levels(const InboundMessage& message, ConstBytes octets, DatagramReport& report);
  OutputChange on_packet(const InboundMessage& message, ConstBytes octets, DatagramReport& report);

  wire::ServiceMode mode_;
  wire::DimmerMap map_;
  wire::DmxLevels levels_;
};

}  // namespace idn::stream
