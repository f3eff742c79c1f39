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
  /// Gets a message from its status octet on, on a thread of the port; does not throw.
  using OnMessage = std::function<void(ConstBytes message)>;

  virtual ~MidiPort() = default;
  MidiPort(const MidiPort&) = delete;
  MidiPort& operator=(const MidiPort&) = delete;
  /// As the system names it.
  virtual std::string name() const = 0;

 protected:
  MidiPort() = default;
};

/// The first port whose name contains `name`. Throws cli::Failure where there is none, and where this program
/// was built without RtMidi.
std::unique_ptr<MidiPort> open_midi_port(const std::string& name, MidiPort::OnMessage on_message);

}  // namespace idn::sender
