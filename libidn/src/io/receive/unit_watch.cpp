// SPDX-License-Identifier: MIT
#include "io/receive/unit_watch.hpp"

#include "idn/io/now.hpp"

namespace idn::io {
namespace {

using boost::asio::ip::udp;

/// Passes datagrams to a receiver and sends its answers.
class ReceiverHandler final : public UnitHandler {
 public:
  ReceiverHandler(UnitSocket& socket, stream::Receiver& receiver) : socket_(socket), receiver_(receiver) {}

  void on_datagrams(std::span<const ReceivedDatagram> batch) override {
    for (const auto& datagram : batch) {
      receiver_.on_datagram(datagram.bytes, datagram.from, datagram.arrival);
      const auto answer = receiver_.poll_transmit();
      if (!answer) continue;
      // An answer that the network rejects is lost; the client repeats its request.
      [[maybe_unused]] const auto refusal = socket_.send(answer->bytes, answer->to, datagram.local);
    }
  }
  TimePoint next_deadline() const noexcept override { return receiver_.next_deadline(); }
  void on_deadline(TimePoint now) override { receiver_.on_deadline(now); }

 private:
  UnitSocket& socket_;
  stream::Receiver& receiver_;
};

}  // namespace

UnitWatch::UnitWatch(UnitSocket& socket, UnitHandler& handler, boost::asio::io_context& context,
                     std::error_code& failure)
    : socket_(socket), handler_(handler), deadline_(context), failure_(failure) {}

UnitWatch::UnitWatch(UnitSocket& socket, std::unique_ptr<UnitHandler> handler, boost::asio::io_context& context,
                     std::error_code& failure)
    : owned_(std::move(handler)), socket_(socket), handler_(*owned_), deadline_(context), failure_(failure) {}

UnitWatch::UnitWatch(UnitSocket& socket, stream::Receiver& receiver, boost::asio::io_context& context,
                     std::error_code& failure)
    : UnitWatch(socket, std::make_unique<ReceiverHandler>(socket, receiver), context, failure) {}

void UnitWatch::watch(udp::socket& readable) {
  const auto on_readable = [weak = weak_from_this(), &readable](boost::system::error_code error) {
    const auto self = weak.lock();
    if (!self) return;  // the socket was destroyed
    if (error) {
      self->failure_ = error;
      return;
    }
    self->drain();
    self->watch_deadline();
    self->watch(readable);
  };
  readable.async_wait(udp::socket::wait_read, on_readable);
}

void UnitWatch::watch_deadline() {
  const TimePoint next = handler_.next_deadline();
  if (next >= armed_) return;  // a timer that fires too early does no harm
  armed_ = next;
  deadline_.expires_at(std::chrono::steady_clock::time_point(next.time_since_epoch()));
  deadline_.async_wait([weak = weak_from_this()](boost::system::error_code error) {
    if (const auto self = weak.lock(); self && !error) self->on_deadline();
  });
}

/// If the socket has more than one turn may take, the deadline is still due, and the timer fires again at once.
void UnitWatch::on_deadline() {
  armed_ = kNever;
  if (drain()) handler_.on_deadline(monotonic_now());
  watch_deadline();
}

bool UnitWatch::drain() {
  for (int i = 0; i < UnitLoop::kBatchesPerTurn; ++i) {
    const auto batch = socket_.receive();
    if (batch.empty()) {
      handler_.on_drained();
      return true;
    }
    handler_.on_datagrams(batch);
  }
  return false;
}

}  // namespace idn::io
