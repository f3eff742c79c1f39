// SPDX-License-Identifier: MIT
#pragma once

#include "analysis/clock_agreement.hpp"
#include "analysis/datagram_order_tracker.hpp"
#include "idn/analysis/connection_meter.hpp"

/// Chunks of samples in the messages of one channel.
namespace idn::analysis {

/// Circumstances of a message.
struct ChannelArrival {
  Duration time{};          ///< since any epoch
  bool is_merged = false;   ///< as of SampleDatagram
  bool is_whole = true;     ///< the capture has all octets of the message
  std::uint32_t clock = 0;  ///< that stamped `time`
  /// Display time of octets that are not samples, to be measured as well.
  std::optional<std::chrono::microseconds> octets_duration{};
};

/// Reads the messages of one channel of a connection in the order of their arrival. Of a frame in fragments
/// only the first one gives a time, since the others have none. Threads: one owner. Real-time: yes (no heap,
/// lock, log).
class ChannelMeter {
 public:
  /// Takes the message of `measured`, whose number is known, and adds setup, chunk, fault and timing.
  /// @param now interruptions of the connection, by this datagram included; a close by it not yet
  void take(const ChannelArrival& arrival, const Interruptions& now, MeasuredDatagram& measured) noexcept;
  /// Adds the chunk of a repeated message.
  static void take_repeated(MeasuredDatagram& measured) noexcept;

 private:
  void begin(const ChannelArrival& arrival, const Interruptions& now, MeasuredDatagram& measured) noexcept;
  void go_on(MeasuredDatagram& measured) noexcept;
  void place(const ChannelArrival& arrival, const Interruptions& now, std::chrono::microseconds duration,
             MeasuredDatagram& measured) noexcept;
  std::uint64_t count_samples(std::size_t octets) noexcept;

  std::optional<ChannelSetup> setup_;
  std::size_t sample_size_ = 0;     ///< of the current chunk or frame
  std::size_t octets_carried_ = 0;  ///< octets of a sample whose rest is in the next fragment
  bool is_frame_over_ = true;       ///< the current frame has no further fragments
  ClockAgreement clocks_;
  DatagramOrderTracker order_;
};

}  // namespace idn::analysis
