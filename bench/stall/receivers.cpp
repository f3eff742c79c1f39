// SPDX-License-Identifier: MIT
#include "bench/stall/receivers.hpp"

#include "idn/analysis/virtual_receiver.hpp"

namespace idn::bench {
namespace {

BufferOutcome play(std::span<const analysis::SampleDatagram> datagrams, Duration buffer) {
  analysis::VirtualReceiver receiver({.target = buffer});
  for (const auto& datagram : datagrams)
    if (datagram.media)
      receiver.add({.arrival = datagram.arrival, .media = *datagram.media, .duration = datagram.duration});
  receiver.finish();
  const auto& totals = receiver.totals();
  return {
      .buffer = buffer, .dark = totals.dark, .overruns = receiver.overruns().size(), .dropped = totals.overrun};
}

}  // namespace

std::vector<BufferOutcome> play(std::span<const analysis::SampleDatagram> datagrams,
                                std::span<const Duration> buffers) {
  std::vector<BufferOutcome> outcomes;
  for (const Duration buffer : buffers) outcomes.push_back(play(datagrams, buffer));
  return outcomes;
}

}  // namespace idn::bench
