// SPDX-License-Identifier: MIT
#include "idn_server/unit.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/failure.hpp"
#include "idn_server/now.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

/// Batches per turn of the loop, so that a flood cannot keep timers, signals and other units waiting.
constexpr int kBatchesPerTurn = 64;

stream::ReceiverConfig receiver_config(const UnitOptions& options, const wire::UnitId& id) {
  return {.unit_id = id,
          .host_name = options.name,
          .services = options.services,
          .group_mask = options.group_mask,
          .auth_code = options.auth_code,
          .max_sessions = options.max_sessions,
          .max_sessions_per_source = options.max_sessions_per_source,
          .playout = options.output.playout()};
}

}  // namespace

Unit::Unit(boost::asio::io_context& context, const UnitOptions& options, std::unique_ptr<io::UnitSocket> socket,
           const wire::UnitId& id, StreamObserver& observer, Recorder* recorder)
    : allow_(options.allow),
      socket_(std::move(socket)),
      deadline_(context),
      recorder_(recorder),
      streams_(observer, options.name, options.output.max_rate),
      receiver_(receiver_config(options, id), streams_) {}

void Unit::start(const FaultPlan* plan, std::uint64_t index) {
  if (plan != nullptr) faults_ = std::make_unique<Faults>(*plan, index, monotonic_now());
  watch_socket();
}

void Unit::watch_socket() {
  socket_->wait([this](std::error_code error) {
    if (error) throw cli::Failure(cli::kEnvironment, fmt::format("the network fails: {}", error.message()));
    drain();
    watch_deadline();
    watch_socket();
  });
}

/// What waits in the socket arrived before the deadline and comes first: a delay of this program must not look
/// like a silence of the sender.
void Unit::watch_deadline() {
  TimePoint next = receiver_.next_deadline();
  if (faults_) next = std::min(next, faults_->next_deadline());
  if (next >= armed_) return;  // a timer that fires too early does no harm
  armed_ = next;
  deadline_.expires_at(std::chrono::steady_clock::time_point(next.time_since_epoch()));
  deadline_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    armed_ = kNever;
    const bool has_all = drain();
    if (faults_) release_delayed();
    if (has_all) receiver_.on_deadline(monotonic_now());
    streams_.settle();
    watch_deadline();
  });
}

bool Unit::drain() {
  for (int i = 0; i < kBatchesPerTurn; ++i) {
    const auto batch = socket_->receive();
    if (!batch.empty()) {
      take(batch);
      continue;
    }
    if (recorder_ != nullptr) recorder_->settle();
    return true;
  }
  return false;
}

/// The receiver's time is monotonic; what the kernel stamped is taken back to it by its age.
void Unit::take(std::span<const io::ReceivedDatagram> batch) {
  const TimePoint now = monotonic_now();
  const Duration wall = since_1970();
  load_.add(batch.size(), now);
  epoch_ = wall - now.time_since_epoch();
  streams_.set_epoch(epoch_);
  for (const auto& datagram : batch) {
    if (!datagram.kernel_time) ++unstamped_;
    const TimePoint arrival = now - std::max(wall - datagram.arrival, 0ns);
    if (faults_)
      faults_->arriving.offer({datagram.bytes, datagram.from, datagram.to, datagram.local}, arrival);
    else
      deliver(datagram, arrival);
  }
  if (faults_) release_delayed();
}

/// What is due now, as if it came only now, and then the answers that are due.
void Unit::release_delayed() {
  while (const auto due = faults_->arriving.poll(monotonic_now())) {
    const Passing& passed = due->datagram;
    const Duration arrival = epoch_ + due->at.time_since_epoch();
    deliver({passed.bytes, passed.from, passed.to, passed.local, arrival, true}, due->at);
  }
  while (const auto due = faults_->answered.poll(monotonic_now()))
    transmit(due->datagram.bytes, due->datagram.to, due->datagram.from);
}

/// Without a list everybody is allowed.
bool Unit::allows(const Endpoint& client) const noexcept {
  return allow_.empty() || std::ranges::any_of(allow_, [&](const Network& n) { return n.contains(client); });
}

/// Whoever is not allowed learns nothing, not even that somebody is here.
void Unit::deliver(const io::ReceivedDatagram& datagram, TimePoint arrival) {
  if (recorder_ != nullptr) recorder_->received(datagram);
  if (!allows(datagram.from)) {
    ++not_allowed_;
    return;
  }
  streams_.set_arrival(datagram.arrival);
  receiver_.on_datagram(datagram.bytes, datagram.from, arrival);
  streams_.settle();
  answer(datagram);
}

void Unit::answer(const io::ReceivedDatagram& request) {
  const auto answer = receiver_.poll_transmit();
  if (!answer) return;
  if (faults_)
    faults_->answered.offer({answer->bytes, request.local, answer->to, request.local}, monotonic_now());
  else
    transmit(answer->bytes, answer->to, request.local);
}

void Unit::transmit(ConstBytes answer, const Endpoint& to, const Endpoint& from) {
  // Before it leaves: what a quick client sends next must not seem to come first.
  const Duration now = since_1970();
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
          .unstamped = unstamped_,
          .unsent = unsent_,
          .sessions = receiver_.session_count(),
          .faults = faults_ ? std::optional(faults_->report()) : std::nullopt};
}

}  // namespace idn::server
