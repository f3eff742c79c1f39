// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <utility>

#include "idn_parser/input/time_order.hpp"
#include "idn_parser/progress.hpp"

namespace idn::parser {

struct OrderedCapture {
  capture::CaptureInfo facts;
  std::uint64_t sorted_packets = 0;  ///< packets that were moved in front of others; see TimeOrder
};

/// Reads the datagrams from or to one port, sorted by time (see TimeOrder). Shows a progress bar on a terminal.
/// Threads: one owner.
class OrderedReader {
 public:
  using TakeOther = std::function<void(const capture::CapturedDatagram&)>;

  /// Throws what cli::open_captures() throws.
  /// @param take_other called by next() for each datagram of other ports, unsorted
  OrderedReader(std::span<const std::string> files, std::uint16_t port, TakeOther take_other);

  /// The next datagram; null after the last one.
  OwnedDatagramPtr next();
  /// Takes back a datagram that is no longer needed; its memory is reused.
  void recycle(OwnedDatagramPtr datagram) { order_.recycle(std::move(datagram)); }

  /// Facts of the capture so far; complete once next() has returned null.
  OrderedCapture capture() const { return {reader_.facts(), order_.sorted()}; }

 private:
  void read();

  std::uint16_t port_;
  TakeOther take_other_;
  capture::DatagramReader reader_;
  Progress progress_;
  TimeOrder order_;
  bool has_ended_ = false;
};

}  // namespace idn::parser
