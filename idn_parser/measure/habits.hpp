// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/analysis/connection_meter.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn/wire/packet_header.hpp"
#include "idn_parser/measure/habit_tally.hpp"

namespace idn::parser {

/// A real-time datagram for HabitWatch.
struct HabitDatagram {
  const wire::PacketHeader& header;
  ConstBytes octets;  ///< the whole datagram, with packet header
  const analysis::MeasuredDatagram& measured;
  capture::CapturePosition at{};
};

/// Finds the habits of the sender of one connection.
/// Threads: one owner. Real-time: no (heap).
class HabitWatch {
 public:
  HabitWatch();
  ~HabitWatch();
  HabitWatch(HabitWatch&&) noexcept;
  HabitWatch& operator=(HabitWatch&&) noexcept;

  /// @param datagram complete, and with a time of its own
  void take(const HabitDatagram& datagram);
  /// A request of the same client, such as a ping or a scan.
  void take_request(wire::Command command, const capture::CapturePosition& at);

  /// Those that it has, by what was seen until now.
  HabitCounts found() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::parser
