// SPDX-License-Identifier: MIT
#include "idn_server/server.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>

#include "cli/failure.hpp"
#include "idn_server/unit_identity.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

/// Batches per turn of the loop, so that a flood cannot keep timers and signals waiting.
constexpr int kBatchesPerTurn = 64;
constexpr int kEventsPerSecond = 20;

TimePoint monotonic_now() {
  return TimePoint(std::chrono::steady_clock::now().time_since_epoch());
}

Duration since_1970() {
  return std::chrono::system_clock::now().time_since_epoch();
}

std::unique_ptr<io::UnitSocket> open_socket(boost::asio::io_context& context, const Options& options) {
  auto socket = io::UnitSocket::open(context, {.address = options.address, .port = options.port});
  if (socket) return std::move(*socket);
  const auto where = to_string(Endpoint::ipv4(options.address, options.port));
  std::string remedy = "choose another address or port";
  if (socket.error() == std::errc::address_in_use)
    remedy = "end the other program, or choose another port with --port (0 for a free one)";
  if (socket.error() == std::errc::address_not_available)
    remedy = "it is not an address of this machine, choose another with --bind";
  if (socket.error() == std::errc::permission_denied) remedy = "choose a port from 1024 on with --port";
  throw cli::Failure(cli::kEnvironment,
                     fmt::format("cannot receive on {}: {}; {}", where, socket.error().message(), remedy));
}

std::unique_ptr<Recorder> open_recorder(const std::string& path) try {
  return path.empty() ? nullptr : std::make_unique<Recorder>(path);
} catch (const std::system_error& error) {
  throw cli::Failure(cli::kEnvironment, fmt::format("cannot write {}: {}; choose another file with --record",
                                                    path, error.code().message()));
}

}  // namespace

Server::Server(const Options& options, Reporter& reporter)
    : options_(options),
      signals_(context_),
      second_(context_),
      deadline_(context_),
      end_(context_),
      socket_(open_socket(context_, options)),
      recorder_(open_recorder(options.record)),
      reporter_(reporter),
      gate_(reporter, options.quiet ? 0 : kEventsPerSecond),
      streams_(gate_),
      receiver_(receiver_config(), streams_) {}

stream::ReceiverConfig Server::receiver_config() const {
  stream::ReceiverConfig config;
  config.unit_id = derive_unit_id(machine_identity(), socket_->local().port);
  config.host_name = options_.name;
  config.services = options_.services;
  return config;
}

int Server::run() {
  started_ = monotonic_now();
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.async_wait([this](boost::system::error_code, int) { stop(); });
  if (options_.duration) {
    end_.expires_after(*options_.duration);
    end_.async_wait([this](boost::system::error_code) { stop(); });
  }
  reporter_.listening({socket_->local(), receiver_.config().unit_id, options_.name, socket_->receive_buffer()});
  watch_socket();
  watch_second();
  context_.run();
  drain();
  if (recorder_) recorder_->close();
  check_recording();
  reporter_.finished(streams_, facts());
  return recorder_ && recorder_->has_failed() ? cli::kEnvironment : cli::kOk;
}

void Server::watch_socket() {
  socket_->wait([this](std::error_code error) {
    if (error) throw cli::Failure(cli::kEnvironment, fmt::format("the network fails: {}", error.message()));
    drain();
    watch_deadline();
    watch_socket();
  });
}

void Server::watch_second() {
  second_.expires_at(std::max(second_.expiry() + 1s, std::chrono::steady_clock::now()));
  second_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    if (recorder_) recorder_->flush();
    check_recording();
    gate_.refill();
    if (!options_.quiet) reporter_.progress(streams_, since_1970());
    watch_second();
  });
}

/// What waits in the socket arrived before the deadline and comes first: a delay of this program must not look
/// like a silence of the sender.
void Server::watch_deadline() {
  const TimePoint next = receiver_.next_deadline();
  if (next >= armed_) return;  // a timer that fires too early does no harm
  armed_ = next;
  deadline_.expires_at(std::chrono::steady_clock::time_point(next.time_since_epoch()));
  deadline_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    armed_ = kNever;
    if (drain()) receiver_.on_deadline(monotonic_now());
    streams_.settle();
    watch_deadline();
  });
}

/// Takes what has arrived; false when there is more than one turn may take.
bool Server::drain() {
  for (int i = 0; i < kBatchesPerTurn; ++i) {
    const auto batch = socket_->receive();
    if (!batch.empty()) {
      take(batch);
      continue;
    }
    if (recorder_) recorder_->settle();
    check_recording();
    return true;
  }
  check_recording();
  return false;
}

/// The receiver's time is monotonic; what the kernel stamped is taken back to it by its age.
void Server::take(std::span<const io::ReceivedDatagram> batch) {
  const TimePoint now = monotonic_now();
  const Duration wall = since_1970();
  streams_.set_epoch(wall - now.time_since_epoch());
  for (const auto& datagram : batch)
    if (recorder_) recorder_->received(datagram);
  for (const auto& datagram : batch) {
    if (!datagram.kernel_time) ++unstamped_;
    streams_.set_arrival(datagram.arrival);
    receiver_.on_datagram(datagram.bytes, datagram.from, now - std::max(wall - datagram.arrival, 0ns));
    streams_.settle();
    answer(datagram);
  }
}

void Server::answer(const io::ReceivedDatagram& request) {
  const auto answer = receiver_.poll_transmit();
  if (!answer) return;
  if (socket_->send(answer->bytes, answer->to, request.local)) {
    ++unsent_;
  } else if (recorder_) {
    recorder_->sent(answer->bytes, request.local, answer->to, since_1970());
  }
}

void Server::check_recording() {
  if (!recorder_ || !recorder_->has_failed() || fault_reported_) return;
  fault_reported_ = true;
  reporter_.recording_failed(recorder_->facts());
}

ServerFacts Server::facts() const {
  ServerFacts facts{.elapsed = monotonic_now() - started_,
                    .receiver = receiver_.stats(),
                    .kernel_drops = socket_->dropped(),
                    .unstamped = unstamped_,
                    .unsent = unsent_,
                    .unreported = options_.quiet ? 0 : gate_.held_back(),
                    .recording = std::nullopt};
  if (recorder_) facts.recording = recorder_->facts();
  return facts;
}

}  // namespace idn::server
