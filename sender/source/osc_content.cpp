// SPDX-License-Identifier: MIT
#include "sender/source/osc_content.hpp"

#include <fmt/core.h>

namespace idn::sender {

void OscContent::receive(const io::ReceivedDatagram& datagram) {
  const auto messages = osc::decode(datagram.bytes);
  if (!messages) ++not_understood_;
  if (messages)
    for (const osc::Message& message : *messages) obey(message);
}

void OscContent::obey(const osc::Message& message) {
  using Meaning = osc::PictureReader::Meaning;
  switch (reader_.read(message)) {
    case Meaning::Unknown:
      ++not_understood_;
      return;
    case Meaning::Nothing:
      return;
    case Meaning::Arm:
      return device().arm(true);
    case Meaning::Dark:
      return device().arm(false);
    case Meaning::Picture:
      return show(reader_.picture());
  }
}

void OscContent::report() const {
  if (not_understood_ > 0)
    fmt::print(stderr, "idn_sender: osc: {} messages were not understood; see idn_sender osc --help\n",
               not_understood_);
  if (reader_.lost_parts() > 0)
    fmt::print(stderr, "idn_sender: osc: {} parts of frames came without the others\n", reader_.lost_parts());
  report_refused();
}

}  // namespace idn::sender
