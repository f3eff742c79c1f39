// SPDX-License-Identifier: MIT
#include "idn_server/relay/relay.hpp"

#include <fmt/core.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <optional>

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"
#include "cli/unit_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/wire/packet_header.hpp"
#include "idn_server/open.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

/// Shorter waits use MonotonicClock, since timers of the loop are late by tens of microseconds.
constexpr Duration kShortWait = 200us;
/// A socket is opened while nothing is due for this long.
constexpr Duration kOpening = 5ms;
/// Sends nothing: connecting a UDP socket only looks up the route.
/// @param own where the relay listens: it must not be its own receiver
std::uint32_t source_address(const std::string& option, const Endpoint& to, const Endpoint& own) {
  using boost::asio::ip::udp;
  boost::asio::io_context context;
  udp::socket probe(context, udp::v4());
  boost::system::error_code error;
  probe.connect({boost::asio::ip::address_v4(to.ipv4_address()), to.port}, error);
  if (error)
    throw cli::Failure(cli::kEnvironment, fmt::format("cannot reach {}: {}; check {} and the network",
                                                      to_string(to), error.message(), option));
  const std::uint32_t source = probe.local_endpoint().address().to_v4().to_uint();
  // An address whose route starts at itself is one of this machine.
  const bool is_heard = own.ipv4_address() == 0 || own.ipv4_address() == to.ipv4_address();
  if (to.port == own.port && to.ipv4_address() == source && is_heard)
    throw cli::Failure(cli::kUsage, fmt::format("{} {} is the relay itself; name the receiver, or choose "
                                                "another port with --port",
                                                option, to_string(to)));
  return source;
}

/// Copies leave by the sockets towards the receiver: from loopback nothing leads to another machine.
void check_view(const RelayOptions& options, const Endpoint& relay, std::uint32_t source) {
  if (!options.view) return;
  if (*options.view == options.to)
    throw cli::Failure(cli::kUsage,
                       fmt::format("--view {} is the receiver itself, which has it already; leave it out",
                                   to_string(*options.view)));
  const std::uint32_t own = source_address("--view", *options.view, relay);
  if (source >> 24 == 127 && own >> 24 != 127)
    throw cli::Failure(cli::kUsage,
                       fmt::format("--view {} is another machine, while --target is on this one; look from "
                                   "this machine too",
                                   to_string(*options.view)));
}

/// Passed on, it would be answered by the projector as if that were at the relay's address as well, and who
/// plays to it by its name would play to either.
bool is_search(std::span<const std::byte> datagram) {
  ByteReader in(datagram);
  const auto header = wire::PacketHeader::decode(in);
  return header && header->command == wire::Command::ScanRequest;
}

}  // namespace

Relay::Relay(const RelayOptions& options)
    : options_(options),
      socket_(cli::open_unit_socket(loop_, {.address = options.address, .port = options.port},
                                    "with --port or --bind")),
      source_(source_address("--target", options.to, socket_->local())),
      sent_(cli::open_recorder({.path = options.record_sent}, "choose another file with --record-sent")),
      received_(
          cli::open_recorder({.path = options.record_received}, "choose another file with --record-received")) {
  check_view(options, socket_->local(), source_);
}

RelayReport Relay::run() {
  std::optional<io::RealtimeScope> scope;
  if (!options_.no_realtime)
    scope.emplace(io::RealtimeOptions{.role = io::RealtimeRole::Receiver, .lock_memory = true});
  clock_ = std::make_unique<io::MonotonicClock>(io::WaitMode::Hybrid);
  started_ = io::monotonic_now();
  faults_ = std::make_unique<Faults>(options_.plan, 0, started_);
  if (options_.duration) loop_.call_at(started_ + *options_.duration, [this] { stop(); });
  loop_.serve(*socket_, sender_socket_handler_);
  open_spare();
  pass_on();
  for (const auto& recorder : {sent_.get(), received_.get()})
    if (recorder != nullptr) recorder->close();
  return report();
}

/// The main loop. The loop's timers do most of each wait, MonotonicClock the last part; see kShortWait.
void Relay::pass_on() {
  for (TimePoint wait_until = TimePoint::min(); !loop_.is_stopped();) {
    if (const std::error_code error = loop_.turn(wait_until))
      throw cli::Failure(cli::kEnvironment, fmt::format("network error: {}", error.message()));
    release_due();
    const TimePoint next = faults_->next_deadline();
    const Duration left = next - io::monotonic_now();
    if (left > kOpening) open_spare();
    const bool is_short = left < kShortWait;
    if (is_short) clock_->wait_until(next);
    wait_until = is_short ? TimePoint::min() : next == kNever ? kNever : next - kShortWait;
  }
}

/// Null if the system refuses it.
std::unique_ptr<io::UnitSocket> Relay::open_towards_receiver() {
  auto socket = io::UnitSocket::open(loop_, {.address = source_, .port = 0, .broadcasts = false});
  return socket ? std::move(*socket) : nullptr;
}

void Relay::open_spare() {
  if (spare_ == nullptr && senders_.size() < kMostSenders) spare_ = open_towards_receiver();
}

void Relay::release_due() {
  while (const auto due = faults_->arriving.poll(io::monotonic_now())) pass_to_receiver(*due);
  while (const auto due = faults_->answered.poll(io::monotonic_now())) pass_to_sender(*due);
}

void Relay::take_from_senders(std::span<const io::ReceivedDatagram> batch) {
  for (const auto& datagram : batch) {
    if (options_.view && is_search(datagram.bytes)) continue;
    if (sender_at(datagram, datagram.arrival.at) == nullptr) {
      ++refused_;
      continue;
    }
    if (sent_) sent_->received(datagram);
    faults_->arriving.offer({datagram.bytes, datagram.from, datagram.to, datagram.local}, datagram.arrival.at);
  }
  release_due();  // before reading on: reading a full socket takes a while
}

void Relay::take_from_receiver(const Sender& sender, std::span<const io::ReceivedDatagram> batch) {
  for (const auto& datagram : batch) {
    if (datagram.from != options_.to) continue;
    if (sent_) sent_->received(datagram);
    faults_->answered.offer({datagram.bytes, datagram.from, sender.endpoint, sender.local},
                            datagram.arrival.at);
  }
  release_due();
}

/// Nothing when there are as many senders as there may be.
Relay::Sender* Relay::sender_at(const io::ReceivedDatagram& datagram, TimePoint now) {
  auto known = senders_.find(datagram.from);
  if (known == senders_.end()) {
    if (senders_.size() >= kMostSenders) forget_silent(now);
    if (senders_.size() >= kMostSenders) return nullptr;
    auto socket = spare_ != nullptr ? std::move(spare_) : open_towards_receiver();
    if (socket == nullptr) return nullptr;
    known = senders_.try_emplace(datagram.from, *this, datagram.from, std::move(socket)).first;
    max_senders_ = std::max(max_senders_, senders_.size());
    loop_.serve(*known->second.socket, known->second);
  }
  known->second.seen = now;
  known->second.local = datagram.local;
  return &known->second;
}

void Relay::forget_silent(TimePoint now) {
  std::erase_if(senders_, [now](const auto& sender) { return now - sender.second.seen > kSenderTimeout; });
}

void Relay::pass_to_receiver(const FaultPath::Released& due) {
  const auto sender = senders_.find(due.datagram.from);
  if (sender == senders_.end()) return;
  io::UnitSocket& socket = *sender->second.socket;
  pass(due, socket, socket.local(), options_.to);
  // Behind the original; who looks may come and go.
  if (options_.view && socket.send(due.datagram.bytes, *options_.view, socket.local())) ++view_unsent_;
}

void Relay::pass_to_sender(const FaultPath::Released& due) {
  pass(due, *socket_, due.datagram.local, due.datagram.to);
}

void Relay::pass(const FaultPath::Released& due, io::UnitSocket& socket, const Endpoint& from,
                 const Endpoint& to) {
  lateness_.add(io::monotonic_now() - due.at);
  const Duration now = io::since_1970();
  if (socket.send(due.datagram.bytes, to, from)) {
    ++unsent_;
    return;
  }
  if (!received_) return;
  received_->sent(due.datagram.bytes, from, to, now);
  received_->flush();
}

RelayReport Relay::report() const {
  RelayReport report{.elapsed = io::monotonic_now() - started_,
                     .faults = faults_->report(),
                     .senders = max_senders_,
                     .refused = refused_,
                     .unsent = unsent_,
                     .view_unsent = view_unsent_,
                     .kernel_drops = socket_->dropped(),
                     .lateness = lateness_,
                     .recordings = {}};
  for (const auto* recorder : {sent_.get(), received_.get()})
    if (recorder != nullptr) report.recordings.push_back(recorder->facts());
  return report;
}

}  // namespace idn::server
