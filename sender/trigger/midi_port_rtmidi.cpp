// SPDX-License-Identifier: MIT
#include <RtMidi.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "cli/failure.hpp"
#include "cli/quiet_errors.hpp"
#include "sender/trigger/midi_port.hpp"

namespace idn::sender {
namespace {

/// A MIDI input of one of the MIDI systems of RtMidi, on Linux ALSA and JACK.
struct FoundPort {
  RtMidi::Api system;
  unsigned number;  ///< index within that system
  std::string name;
};

std::vector<FoundPort> ports_of(RtMidi::Api system) {
  std::vector<FoundPort> ports;
  try {
    RtMidiIn probe(system, "idn_sender");
    for (unsigned i = 0; i < probe.getPortCount(); ++i) ports.push_back({system, i, probe.getPortName(i)});
  } catch (const RtMidiError&) {
    // That MIDI system is not running; another one may be.
  }
  return ports;
}

FoundPort find_port(const std::string& wanted) {
  std::vector<RtMidi::Api> systems;
  RtMidi::getCompiledApi(systems);
  std::vector<std::string> others;
  for (const RtMidi::Api system : systems)
    for (FoundPort& port : ports_of(system)) {
      if (port.name.find(wanted) != std::string::npos) return std::move(port);
      others.push_back(fmt::format("\"{}\"", port.name));
    }
  throw cli::Failure(cli::kEnvironment,
                     fmt::format("--on midi:{}: {}", wanted,
                                 others.empty() ? "this machine has no MIDI input; connect one"
                                                : fmt::format("no MIDI input has that name; choose {}",
                                                              fmt::join(others, ", "))));
}

class RtMidiPort final : public MidiPort {
 public:
  /// Throws RtMidiError.
  RtMidiPort(FoundPort port, OnMessage on_message)
      : on_message_(std::move(on_message)), name_(std::move(port.name)), in_(port.system, "idn_sender") {
    in_.setCallback(&RtMidiPort::on_message, this);
    in_.openPort(port.number, "triggers");
  }
  ~RtMidiPort() override {
    in_.closePort();
    in_.cancelCallback();
  }

  std::string name() const override { return name_; }

 private:
  static void on_message(double, std::vector<unsigned char>* message, void* self) {
    if (message != nullptr) static_cast<RtMidiPort*>(self)->on_message_(std::as_bytes(std::span(*message)));
  }

  OnMessage on_message_;
  std::string name_;
  RtMidiIn in_;  ///< last: its thread uses the others
};

}  // namespace

std::unique_ptr<MidiPort> open_midi_port(const std::string& name, MidiPort::OnMessage on_message) {
  try {
    const cli::QuietErrors quiet;
    return std::make_unique<RtMidiPort>(find_port(name), std::move(on_message));
  } catch (const RtMidiError& error) {
    throw cli::Failure(cli::kEnvironment, fmt::format("--on midi:{}: {}", name, error.getMessage()));
  }
}

}  // namespace idn::sender
