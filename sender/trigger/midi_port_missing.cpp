// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "cli/failure.hpp"
#include "sender/trigger/midi_port.hpp"

namespace idn::sender {

std::unique_ptr<MidiPort> open_midi_port(const std::string& name, MidiPort::OnMessage) {
  throw cli::Failure(cli::kEnvironment, fmt::format("--on midi:{}: this idn_sender was built without RtMidi; "
                                                    "install librtmidi-dev and build it again",
                                                    name));
}

}  // namespace idn::sender
