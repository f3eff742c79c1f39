// SPDX-License-Identifier: MIT
#include "sender/trigger/triggers.hpp"

#include "cli/failure.hpp"
#include "cli/unit_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/io/send/realtime.hpp"
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

/// A trigger that comes later than its time by less is not told as late: a datagram lasts as long.
constexpr Duration kPunctual = std::chrono::milliseconds(1);

/// Whether a message waits for the time tag of its bundle. Clocks of tablets may be wrong: darkness never
/// waits, and nothing for longer than kLongestWait.
bool obeys_time(const osc::Message& message, const Reading& reading) {
  constexpr Duration kLongestWait = std::chrono::minutes(1);
  const bool is_dark = reading.action && reading.action->kind == Action::Kind::Dark;
  return message.at && !is_dark && *message.at - io::since_1970() < kLongestWait;
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
    for (const osc::Message& message : *messages) {
      Reading reading = input_.read(message);
      if (obeys_time(message, reading)) reading.at = message.at;
      triggers_.handle(reading, datagram.arrival.at);
    }
  }
  void on_lines(const io::ReceivedDatagram& datagram) {
    for_each_line(datagram.bytes,
                  [&](std::string_view line) { triggers_.handle(input_.read(line), datagram.arrival.at); });
  }

  Triggers& triggers_;
  TriggerInput input_;
  std::unique_ptr<io::UnitSocket> socket_;
};

Triggers::Triggers(const std::vector<TriggerInput>& inputs, Obey obey, Tell tell,
                   std::function<void(std::string)> on_failure, std::vector<SentDatagrams> sent, Expect expect)
    : obey_(std::move(obey)), expect_(std::move(expect)), tell_(std::move(tell)), meter_(std::move(sent)) {
  for (const TriggerInput& input : inputs) open(input);
  thread_ = jthread([this, on_failure = std::move(on_failure)](const stop_token& stop) {
    // A trigger is to be obeyed at its time, below the priority of the threads that send.
    const io::RealtimeScope scope({.role = io::RealtimeRole::Receiver, .awake_processors = false});
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
  if (!reading.id.empty() && is_known(reading.id)) {
    counters_.again.add();
    return tell(TriggerOutcome::Kind::Again, reading);
  }
  if (!reading.at) return carry_out(reading, at, false);
  const Duration late = io::since_1970() - *reading.at;
  if (late < Duration{0}) return wait_for(reading);
  const bool is_late = late > kPunctual;
  if (is_late) counters_.late.add();
  carry_out(reading, at, is_late);
}

void Triggers::wait_for(const Reading& reading) {
  if (waiting_.size() >= kMostWaiting) return tell(TriggerOutcome::Kind::NotTaken, reading);
  Reading& waiting = waiting_.emplace(*reading.at, reading)->second;
  if (expect_ && waiting.action->kind == Action::Kind::Cue) {
    waiting.action->at = waiting.at;
    expect_(*waiting.action);
  }
  tell(TriggerOutcome::Kind::Waits, reading);
  call_waiting();
}

/// Carries out what is due, and comes back for the next. The wall clock may be set meanwhile, so it is looked
/// at often.
void Triggers::call_waiting() {
  constexpr Duration kLook = std::chrono::milliseconds(100);
  while (!waiting_.empty() && waiting_.begin()->first <= io::since_1970()) {
    const Reading reading = std::move(waiting_.extract(waiting_.begin()).mapped());
    carry_out(reading, io::monotonic_now(), false);
  }
  if (waiting_.empty()) return;
  const TimePoint now = io::monotonic_now();
  const TimePoint look = std::min(now + kLook, now + (waiting_.begin()->first - io::since_1970()));
  if (look_at_ > now && look_at_ <= look) return;  // one is on its way
  look_at_ = look;
  loop_.call_at(look, [this] { call_waiting(); });
}

/// Remembers it as well.
bool Triggers::is_known(const std::string& id) {
  if (!ids_.insert(id).second) return true;
  ids_in_order_.push_back(id);
  if (ids_in_order_.size() > kMostIds) {
    ids_.erase(ids_in_order_.front());
    ids_in_order_.pop_front();
  }
  return false;
}

void Triggers::carry_out(const Reading& reading, TimePoint at, bool is_late) {
  const bool is_done = obey_(*reading.action);
  if (reading.at || !reading.id.empty())
    tell(is_done ? TriggerOutcome::Kind::Done : TriggerOutcome::Kind::NothingToCall, reading, is_late);
  if (!is_done) return counters_.nothing_to_call.add();
  counter_of(reading.action->kind).add();
  if (meter_.begin(at)) poll_meter();
}

void Triggers::tell(TriggerOutcome::Kind kind, const Reading& reading, bool is_late) const {
  tell_({.kind = kind,
         .action = *reading.action,
         .id = reading.id,
         .planned = reading.at,
         .told_at = io::since_1970(),
         .is_late = is_late});
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
