// SPDX-License-Identifier: MIT
#include "idn_server/unit.hpp"

#include <algorithm>

#include "idn/io/now.hpp"

namespace idn::server {
namespace {

stream::ReceiverConfig receiver_config(const UnitOptions& options, const wire::UnitId& id) {
  return {.unit_id = id,
          .host_name = options.name,
          .services = options.services,
          .group_mask = options.group_mask,
          .auth_code = options.auth_code,
          .max_sessions = options.max_sessions,
          .max_sessions_per_source = options.max_sessions_per_source,
          .playout = options.output.playout(),
          .late = options.output.late,
          .per_source = options.per_source};
}

}  // namespace

Unit::Unit(const UnitOptions& options, std::unique_ptr<io::UnitSocket> socket, const wire::UnitId& id,
           std::uint64_t index, StreamObserver& observer, cli::SkewMeter& skew, cli::Recorder* recorder)
    : index_(index),
      allow_(options.allow),
      socket_(std::move(socket)),
      recorder_(recorder),
      streams_(observer, options.name, options.output, &skew, index),
      receiver_(receiver_config(options, id), streams_) {}

void Unit::start(io::UnitLoop& loop, const FaultPlan* plan) {
  if (plan != nullptr) faults_ = std::make_unique<Faults>(*plan, index_, io::monotonic_now());
  loop.serve(*socket_, *this);
}

TimePoint Unit::next_deadline() const noexcept {
  const TimePoint next = receiver_.next_deadline();
  return faults_ ? std::min(next, faults_->next_deadline()) : next;
}

void Unit::on_deadline(TimePoint now) {
  if (faults_) release_delayed();
  receiver_.on_deadline(now);
  streams_.flush();
}

void Unit::on_drained() {
  if (recorder_ != nullptr) recorder_->flush();
}

void Unit::on_datagrams(std::span<const io::ReceivedDatagram> batch) {
  load_.add(batch.size(), io::monotonic_now());
  for (const auto& datagram : batch) {
    if (!datagram.kernel_time) ++unstamped_;
    if (faults_)
      faults_->arriving.offer({datagram.bytes, datagram.from, datagram.to, datagram.local},
                              datagram.arrival.at);
    else
      deliver(datagram);
  }
  if (faults_) release_delayed();
}

/// Delivers the datagrams that the fault plan releases, with their due times as arrival times; then sends the
/// answers that are due.
void Unit::release_delayed() {
  const Instant now = io::now();
  while (const auto due = faults_->arriving.poll(io::monotonic_now())) {
    const PassingDatagram& passed = due->datagram;
    deliver({passed.bytes, passed.from, passed.to, passed.local, now.moved_to(due->at), true});
  }
  while (const auto due = faults_->answered.poll(io::monotonic_now()))
    transmit(due->datagram.bytes, due->datagram.to, due->datagram.from);
}

/// Without a list everybody is allowed.
bool Unit::allows(const Endpoint& client) const noexcept {
  return allow_.empty() || std::ranges::any_of(allow_, [&](const Subnet& n) { return n.contains(client); });
}

/// A client that is not allowed gets no answer at all, not even a refusal.
void Unit::deliver(const io::ReceivedDatagram& datagram) {
  if (recorder_ != nullptr) recorder_->received(datagram);
  if (!allows(datagram.from)) {
    ++not_allowed_;
    return;
  }
  receiver_.on_datagram(datagram.bytes, datagram.from, datagram.arrival);
  streams_.flush();
  answer(datagram);
}

void Unit::answer(const io::ReceivedDatagram& request) {
  const auto answer = receiver_.poll_transmit();
  if (!answer) return;
  if (faults_)
    faults_->answered.offer({answer->bytes, request.local, answer->to, request.local}, io::monotonic_now());
  else
    transmit(answer->bytes, answer->to, request.local);
}

void Unit::transmit(ConstBytes answer, const Endpoint& to, const Endpoint& from) {
  // Taken before sending, so that in the recording the reply of a quick client never seems to come first.
  const Duration now = io::since_1970();
  if (socket_->send(answer, to, from)) {
    ++unsent_;
  } else if (recorder_ != nullptr) {
    recorder_->sent(answer, from, to, now);
  }
}

UnitFacts Unit::facts() const {
  const auto& config = receiver_.config();
  return {socket_->local(), config.unit_id, config.host_name, config.group_mask, socket_->receive_buffer()};
}

UnitReport Unit::report() const {
  return {.unit = facts(),
          .streams = &streams_,
          .receiver = receiver_.stats(),
          .not_allowed = not_allowed_,
          .kernel_drops = socket_->dropped(),
          .ignored_broadcasts = socket_->ignored_broadcasts(),
          .unstamped = unstamped_,
          .unsent = unsent_,
          .sessions = receiver_.session_count(),
          .faults = faults_ ? std::optional(faults_->report()) : std::nullopt};
}

}  // namespace idn::server
