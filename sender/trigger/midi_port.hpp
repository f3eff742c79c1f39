// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "idn/bytes.hpp"

namespace idn::sender {

/// An open input for MIDI messages; closed by the destructor, which waits for a call in progress.
class MidiPort {
 public:
  /// Called on a thread of the port with a message, which begins with its status octet. Must not throw.
  using OnMessage = std::function<void(ConstBytes message)>;

  virtual ~MidiPort() = default;
  MidiPort(const MidiPort&) = delete;
  MidiPort& operator=(const MidiPort&) = delete;
  /// The name that the system gives it.
  virtual std::string name() const = 0;

 protected:
  MidiPort() = default;
};

/// Opens the first port whose name contains `name`. Throws cli::Failure if there is none, or if this program
/// was built without RtMidi.
std::unique_ptr<MidiPort> open_midi_port(const std::string& name, MidiPort::OnMessage on_message);

}  // namespace idn::sender
