// SPDX-License-Identifier: MIT
#include "viewer/model/source/live_source.hpp"

#include <fmt/core.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>

#include "cli/failure.hpp"
#include "idn/io/unit_socket.hpp"
#include "viewer/model/source/session_bank.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// Batches per turn of the loop, so that a flood cannot keep the deadlines waiting.
constexpr int kBatchesPerTurn = 64;

Duration since_1970() {
  return std::chrono::system_clock::now().time_since_epoch();
}

std::unique_ptr<io::UnitSocket> open_socket(boost::asio::io_context& context, const LiveOptions& options) {
  auto socket = io::UnitSocket::open(context, {.address = options.address, .port = options.port});
  if (socket) return std::move(*socket);
  std::string remedy = "choose another port";
  if (socket.error() == std::errc::address_in_use)
    remedy = "end the other program, or listen on another port (0 for a free one)";
  if (socket.error() == std::errc::permission_denied) remedy = "choose a port from 1024 on";
  throw cli::Failure(cli::kEnvironment, fmt::format("cannot receive on {}: {}; {}",
                                                    to_string(Endpoint::ipv4(options.address, options.port)),
                                                    socket.error().message(), remedy));
}

/// The same for every run of one port on one machine, so that senders recognise it; marked as administered
/// locally.
wire::UnitId unit_id(const Endpoint& local) {
  boost::system::error_code none;
  std::uint64_t hash = std::hash<std::string>{}(boost::asio::ip::host_name(none)) + local.port;
  std::array<std::uint8_t, 6> address{0x02};
  for (std::size_t i = 1; i < address.size(); ++i, hash >>= 8) address[i] = static_cast<std::uint8_t>(hash);
  return wire::UnitId::eui48(address);
}

}  // namespace

/// All that the receiving thread touches.
class LiveSource::Loop {
 public:
  Loop(const LiveOptions& options, OnEvent on_event, Counters& counters)
      : socket_(open_socket(context_, options)),
        deadline_(context_),
        bank_(options.name, unit_id(socket_->local()), std::move(on_event)),
        counters_(counters) {}

  Endpoint local() const { return socket_->local(); }

  void run() {
    watch_socket();
    context_.run();
  }
  /// Threads: any.
  void stop() { context_.stop(); }

 private:
  /// A socket that fails stays silent; the frames of its streams then go dark like those of a lost link.
  void watch_socket() {
    socket_->wait([this](std::error_code error) {
      if (error) return;
      drain();
      watch_deadline();
      watch_socket();
    });
  }

  /// What waits in the socket arrived before the deadline and comes first: a delay of this thread must not look
  /// like a silence of the sender.
  void watch_deadline() {
    const TimePoint next = bank_.next_deadline();
    if (next >= armed_) return;  // a timer that fires too early does no harm
    armed_ = next;
    deadline_.expires_at(std::chrono::steady_clock::time_point(next.time_since_epoch()));
    deadline_.async_wait([this](boost::system::error_code error) {
      if (error) return;
      armed_ = kNever;
      if (drain()) bank_.on_deadline(now());
      watch_deadline();
    });
  }

  /// False when there is more than one turn may take.
  bool drain() {
    for (int i = 0; i < kBatchesPerTurn; ++i) {
      const auto batch = socket_->receive();
      if (batch.empty()) return true;
      const TimePoint at = now();
      const Duration wall = since_1970();
      for (const auto& datagram : batch) take(datagram, at - std::max<Duration>(wall - datagram.arrival, 0ns));
      counters_.datagrams += batch.size();
      counters_.kernel_drops = socket_->dropped();
      counters_.refused = bank_.refused();
    }
    return false;
  }

  void take(const io::ReceivedDatagram& datagram, TimePoint arrival) {
    bank_.on_datagram(datagram.bytes, datagram.from, datagram.local, arrival);
    // An answer that does not leave is asked for again by the client.
    if (const auto answer = bank_.poll_transmit()) socket_->send(answer->bytes, answer->to, datagram.local);
  }

  boost::asio::io_context context_;
  std::unique_ptr<io::UnitSocket> socket_;
  boost::asio::steady_timer deadline_;
  SessionBank bank_;
  Counters& counters_;
  TimePoint armed_ = kNever;  ///< when deadline_ fires
};

LiveSource::LiveSource(const LiveOptions& options) : queue_(options.queue) {
  const auto enqueue = [this](const StreamEvent& event) {
    if (!queue_.push(event)) ++counters_.queue_drops;
  };
  loop_ = std::make_unique<Loop>(options, enqueue, counters_);
  local_ = loop_->local();
  thread_ = std::thread([this] { loop_->run(); });
}

LiveSource::~LiveSource() {
  loop_->stop();
  thread_.join();
}

std::size_t LiveSource::poll(Recording& recording) {
  const std::size_t events = queue_.consume_all([&](const StreamEvent& event) { recording.apply(event); });
  recording.extend(now());
  return events;
}

TimePoint LiveSource::now() noexcept {
  return TimePoint(std::chrono::steady_clock::now().time_since_epoch());
}

LiveCounts LiveSource::counts() const noexcept {
  return {counters_.datagrams, counters_.kernel_drops, counters_.refused, counters_.queue_drops};
}

}  // namespace idn::viewer
