// SPDX-License-Identifier: MIT
#include "latency/measure/watching_receiver.hpp"

#include "cli/unit_socket.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"
#include "idn/stream/receive/receiver.hpp"

namespace idn::latency {
namespace {

constexpr std::uint32_t kOwnAddress = 0x7F000001;

stream::ReceiverConfig receiver_config(Duration buffer, const Endpoint& local) {
  return {.unit_id = io::derive_unit_id(io::machine_identity(), local),
          .host_name = "idn_latency",
          .services = stream::one_laser(),
          .playout = stream::PlayoutConfig{.target_latency = buffer, .is_adaptive = false}};
}

}  // namespace

/// Passes datagrams to the receiver, sends its answers, and sets `lit_` for other threads.
class WatchingReceiver::Handler final : public io::UnitHandler {
 public:
  Handler(WatchingReceiver& owner, Duration buffer)
      : owner_(owner), receiver_(receiver_config(buffer, owner.socket_->local()), owner.watch_) {}

  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override {
    for (const io::ReceivedDatagram& datagram : batch) {
      receiver_.on_datagram(datagram.bytes, datagram.from, datagram.arrival);
      if (const auto answer = receiver_.poll_transmit())
        owner_.socket_->send(answer->bytes, answer->to, datagram.local);
    }
    if (owner_.watch_.lit_samples() > 0) owner_.lit_.store(true, std::memory_order_relaxed);
  }
  TimePoint next_deadline() const noexcept override { return receiver_.next_deadline(); }
  void on_deadline(TimePoint now) override { receiver_.on_deadline(now); }

 private:
  WatchingReceiver& owner_;
  stream::Receiver receiver_;
};

WatchingReceiver::WatchingReceiver(Duration buffer, std::uint16_t port)
    : socket_(
          cli::open_unit_socket(loop_, {.address = port == 0 ? kOwnAddress : 0, .port = port}, "with --port")),
      handler_(std::make_unique<Handler>(*this, buffer)) {
  loop_.serve(*socket_, *handler_);
  thread_ = jthread([this](const stop_token& stop) { loop_.run(stop); });
}

WatchingReceiver::~WatchingReceiver() {
  stop();
}

const MarkerWatch& WatchingReceiver::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  return watch_;
}

}  // namespace idn::latency
