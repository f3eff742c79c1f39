// SPDX-License-Identifier: MIT
#include "sender/source/ponk_content.hpp"

#include <fmt/core.h>

namespace idn::sender {

Result<void> PonkContent::begin(client::Device& device) {
  device.arm(options_.is_armed);
  return DatagramContent::begin(device);
}

bool PonkContent::is_chosen(const ponk::Header& header, const io::ReceivedDatagram& datagram) {
  if (!options_.only.empty() && header.name != options_.only) return false;
  const TimePoint now = datagram.arrival.at;
  const bool is_same = header.sender == sender_ && datagram.from == from_;
  if (is_heard_ && !is_same && now - heard_ < ponk::Assembler::kStale) return false;
  if (!is_heard_ || !is_same) frames_ = {};
  is_heard_ = true;
  sender_ = header.sender;
  from_ = datagram.from;
  heard_ = now;
  return true;
}

void PonkContent::receive(const io::ReceivedDatagram& datagram) {
  const auto header = ponk::decode_header(datagram.bytes);
  if (!header) {
    ++not_understood_;
    return;
  }
  if (!is_chosen(*header, datagram)) {
    ++of_others_;
    return;
  }
  if (!frames_.add(*header, datagram.bytes, datagram.arrival.at)) return;
  const auto paths = ponk::decode_paths(frames_.payload());
  if (!paths) {
    ++not_understood_;
    return;
  }
  const auto samples = ponk::draw(*paths, options_.rate, options_.moves);
  if (samples)
    show(*samples);
  else
    refuse("it takes longer than a second to draw; send fewer paths");
}

void PonkContent::report() const {
  if (not_understood_ > 0)
    fmt::print(stderr, "idn_sender: ponk: {} datagrams or frames were not understood; only version 0 is\n",
               not_understood_);
  if (of_others_ > 0)
    fmt::print(stderr, "idn_sender: ponk: left out {} datagrams of other senders; choose one by --only NAME\n",
               of_others_);
  if (frames_.dropped() > 0)
    fmt::print(stderr, "idn_sender: ponk: {} frames came incomplete or too late\n", frames_.dropped());
  report_refused();
}

}  // namespace idn::sender
