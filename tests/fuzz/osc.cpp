// SPDX-License-Identifier: MIT
// Datagrams of OSC, and the pictures that idn_sender osc makes of their messages. Input: datagrams, see
// sequence.hpp.
#include "fuzz/sequence.hpp"
#include "fuzz/target.hpp"
#include "sender/osc/picture_reader.hpp"

namespace idn::fuzz {
namespace {

using sender::osc::Message;
using sender::osc::PictureReader;

/// Texts and blobs are parts of the datagram that were not copied.
void require_within(ConstBytes datagram, const void* begin, std::size_t size) {
  const auto* const first = static_cast<const std::byte*>(begin);
  require(size == 0 || (first >= datagram.data() && first + size <= datagram.data() + datagram.size()));
}

void check(const Message& message, ConstBytes datagram) {
  require(message.address.starts_with('/'));
  require_within(datagram, message.address.data(), message.address.size());
  for (const auto& argument : message.arguments) {
    if (const auto* text = std::get_if<std::string_view>(&argument))
      require_within(datagram, text->data(), text->size());
    if (const auto* blob = std::get_if<ConstBytes>(&argument))
      require_within(datagram, blob->data(), blob->size());
  }
}

/// Every argument takes an octet of its type at least, and a sample of a picture several octets.
void check_sizes(const Message& message, const PictureReader& reader, ConstBytes datagram) {
  require(message.arguments.size() <= datagram.size());
  require(reader.picture().size() <= std::max(datagram.size(), sender::osc::LsxPart::kMostPoints));
}

}  // namespace

void run_osc(ConstBytes input) {
  PictureReader reader;
  Sequence steps(input);
  while (const auto step = steps.next()) {
    const auto messages = sender::osc::decode(step->datagram);
    if (!messages) continue;
    for (const Message& message : *messages) {
      check(message, step->datagram);
      const auto lost = reader.lost_parts();
      reader.read(message);
      require(reader.lost_parts() >= lost);
      check_sizes(message, reader, step->datagram);
    }
  }
}

}  // namespace idn::fuzz
