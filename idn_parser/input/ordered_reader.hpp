// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <utility>

#include "idn_parser/input/time_order.hpp"
#include "idn_parser/progress.hpp"

namespace idn::parser {

struct OrderedCapture {
  capture::CaptureInfo facts;
  std::uint64_t sorted_packets = 0;  ///< that were moved in front of others; see TimeOrder
};

/// The datagrams that come from or go to one port, in order of time, as TimeOrder sorts them. Shows on a
/// terminal how far it is. Threads: one owner.
class OrderedReader {
 public:
  using TakeOther = std::function<void(const capture::CapturedDatagram&)>;

  /// Throws as cli::open_captures() does.
  /// @param take_other is given all other datagrams, as they come, from within next()
  OrderedReader(std::span<const std::string> files, std::uint16_t port, TakeOther take_other);

  /// Null behind the last one.
  OwnedDatagramPtr next();
  /// Takes back one that is done with, whose room then is used again.
  void recycle(OwnedDatagramPtr datagram) { order_.recycle(std::move(datagram)); }

  /// Complete after the last datagram.
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
