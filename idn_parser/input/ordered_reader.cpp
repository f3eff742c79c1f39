// SPDX-License-Identifier: MIT
#include "idn_parser/input/ordered_reader.hpp"

#include <utility>

#include "idn_parser/read_datagrams.hpp"

namespace idn::parser {

OrderedReader::OrderedReader(std::span<const std::string> files, std::uint16_t port, TakeOther take_other)
    : port_(port),
      take_other_(std::move(take_other)),
      reader_(cli::open_captures(files)),
      progress_(size_of(files)),
      order_(port) {}

OwnedDatagramPtr OrderedReader::next() {
  for (;;) {
    if (auto datagram = order_.poll()) return datagram;
    if (has_ended_) return nullptr;
    read();
  }
}

void OrderedReader::read() {
  const auto* const datagram = reader_.next();
  if (datagram == nullptr) {
    has_ended_ = true;
    return order_.finish();
  }
  const auto& content = datagram->content;
  const bool is_of_port = content.source.port == port_ || content.destination.port == port_;
  is_of_port ? order_.push(*datagram) : take_other_(*datagram);
  if (progress_.is_due()) progress_.show(reader_.octets());
}

}  // namespace idn::parser
