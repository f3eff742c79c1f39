// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/input/time_order.hpp"
#include "idn_parser/read_datagrams.hpp"

namespace idn::parser {

struct OrderedCapture {
  capture::CaptureFacts facts;
  std::uint64_t sorted_packets = 0;  ///< that were moved in front of others; see TimeOrder
};

/// Gives the datagrams that come from or go to `port` to `take` in order of time, as TimeOrder sorts them, and
/// all others to `take_other` as they come. Throws as cli::open_captures() does.
template <class Take, class TakeOther>
OrderedCapture read_in_order(std::span<const std::string> files, std::uint16_t port, Take take,
                             TakeOther take_other) {
  TimeOrder order(port);
  const auto take_all = [&] {
    while (const auto* const datagram = order.poll()) take(*datagram);
  };
  auto facts = read_datagrams(files, [&](const capture::CapturedDatagram& datagram) {
    const auto& content = datagram.content;
    if (content.source.port != port && content.destination.port != port) return take_other(datagram);
    order.push(datagram);
    take_all();
  });
  order.finish();
  take_all();
  return {std::move(facts), order.sorted()};
}

}  // namespace idn::parser
