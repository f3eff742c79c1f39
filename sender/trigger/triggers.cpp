// SPDX-License-Identifier: MIT
#include "sender/trigger/triggers.hpp"

#include "cli/failure.hpp"
#include "cli/unit_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::sender {
namespace {

/// Receive buffer in octets; also the limit of what a hostile sender can queue.
constexpr std::size_t kTriggerBuffer = std::size_t{1} << 20;

/// Calls `use` with each line that is not empty.
template <class Use>
void for_each_line(ConstBytes octets, Use use) {
  std::string_view text(reinterpret_cast<const char*>(octets.data()), octets.size());
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) use(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace

/// One UDP port.
class Triggers::Socket final : public io::UnitHandler {
 public:
  Socket(Triggers& triggers, const TriggerInput& input)
      : triggers_(triggers),
        input_(input),
        socket_(cli::open_unit_socket(triggers.loop_,
                                      {.address = input.address,
                                       .port = input.port,
                                       .receive_buffer = kTriggerBuffer,
                                       .broadcasts = false},
                                      "with --on")) {
    triggers.loop_.serve(*socket_, *this);
  }

  std::string place() const { return to_string(socket_->local()); }

  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override {
    for (const io::ReceivedDatagram& datagram : batch)
      input_.kind == TriggerInput::Kind::Osc ? on_osc(datagram) : on_lines(datagram);
  }

 private:
  void on_osc(const io::ReceivedDatagram& datagram) {
    const auto messages = osc::decode(datagram.bytes);
    if (!messages) return triggers_.counters_.not_understood.add();
    for (const osc::Message& message : *messages) triggers_.handle(input_.read(message), datagram.arrival.at);
  }
  void on_lines(const io::ReceivedDatagram& datagram) {
    for_each_line(datagram.bytes,
                  [&](std::string_view line) { triggers_.handle(input_.read(line), datagram.arrival.at); });
  }

  Triggers& triggers_;
  TriggerInput input_;
  std::unique_ptr<io::UnitSocket> socket_;
};

Triggers::Triggers(const std::vector<TriggerInput>& inputs, Obey obey,
                   std::function<void(std::string)> on_failure, std::vector<SentDatagrams> sent)
    : obey_(std::move(obey)), meter_(std::move(sent)) {
  for (const TriggerInput& input : inputs) open(input);
  thread_ = jthread([this, on_failure = std::move(on_failure)](const stop_token& stop) {
    if (const std::error_code error = loop_.run(stop)) on_failure(error.message());
  });
}

Triggers::~Triggers() {
  midi_ports_.clear();  // nothing is posted to the loop any more
  thread_.request_stop();
  thread_.join();
}

void Triggers::open(const TriggerInput& input) {
  if (input.kind == TriggerInput::Kind::Midi) return open_midi(input);
  sockets_.push_back(std::make_unique<Socket>(*this, input));
  places_.push_back({input.kind, sockets_.back()->place()});
}

/// MIDI has no kernel time stamps, so the arrival time is that of the callback.
void Triggers::open_midi(const TriggerInput& input) {
  midi_ports_.push_back(open_midi_port(input.name, [this, input](ConstBytes message) {
    loop_.post([this, reading = input.read_midi(message), at = io::monotonic_now()] { handle(reading, at); });
  }));
  places_.push_back({input.kind, midi_ports_.back()->name()});
}

Counter& Triggers::counter_of(Action::Kind kind) noexcept {
  switch (kind) {
    case Action::Kind::Dark:
    case Action::Kind::Toggle:  // by keys only
      return counters_.dark;
    case Action::Kind::Light:
      return counters_.light;
    case Action::Kind::Next:
      return counters_.next;
    case Action::Kind::Previous:
      return counters_.previous;
    case Action::Kind::Brightness:
    case Action::Kind::Brighter:
    case Action::Kind::Dimmer:
      return counters_.brightness;
    case Action::Kind::Cue:
      break;
  }
  return counters_.cue;
}

void Triggers::handle(const Reading& reading, TimePoint at) {
  meter_.poll(io::monotonic_now());  // an earlier trigger may have been answered, but the alarm be late
  if (reading.is_release) return counters_.released.add();
  if (!reading.action) return counters_.not_understood.add();
  if (!obey_(*reading.action)) return counters_.nothing_to_call.add();
  counter_of(reading.action->kind).add();
  if (meter_.begin(at)) poll_meter();
}

void Triggers::poll_meter() {
  meter_.poll(io::monotonic_now());
  if (meter_.next_poll() >= alarm_) return;
  alarm_ = meter_.next_poll();
  loop_.call_at(alarm_, [this] {
    alarm_ = kNever;
    poll_meter();
  });
}

}  // namespace idn::sender
