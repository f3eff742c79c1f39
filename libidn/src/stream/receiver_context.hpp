// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/stream/frame_assembler.hpp"
#include "idn/stream/receiver_listener.hpp"
#include "idn/stream/service_table.hpp"

/// What the sessions and channels of one receiver share.
namespace idn::stream {

struct ReceiverContext {
  ServiceTable& services;
  ReceiverListener& listener;
  FragmentPool& fragments;
  std::vector<LaserSample>& samples;  ///< room for decoding
};

/// A channel message on its way through session and channel.
struct InboundMessage {
  const wire::ChannelMessage& content;
  std::uint16_t sequence = 0;  ///< of the packet
  std::int64_t media_us = 0;
  TimePoint arrival;
};

/// What a message caused.
struct MessageEffect {
  std::uint16_t input_events = 0;
  std::uint16_t pipeline_events = 0;
  bool took_data = false;         ///< samples were delivered, or a fragment was queued
  std::uint32_t duration_us = 0;  ///< display time that the taken data announces
  std::size_t samples = 0;        ///< delivered
};

}  // namespace idn::stream
