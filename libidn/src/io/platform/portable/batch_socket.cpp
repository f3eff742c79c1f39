// SPDX-License-Identifier: MIT
// For operating systems without a call for many datagrams: one call for each.
#include "io/platform/batch_socket.hpp"

#include <array>
#include <boost/asio/buffer.hpp>

#include "io/asio_endpoint.hpp"

namespace idn::io::platform {

namespace asio = boost::asio;
using asio::ip::udp;

namespace {

/// Answers that one receive() takes.
constexpr std::size_t kAnswers = 16;

bool is_full(const boost::system::error_code& error) {
  return error == asio::error::would_block || error == asio::error::try_again ||
         error == asio::error::no_buffer_space;
}

/// Whether an earlier datagram was answered by ICMP "port unreachable". Windows calls it a reset.
bool is_refused(const boost::system::error_code& error) {
  return error == asio::error::connection_refused || error == asio::error::connection_reset;
}

}  // namespace

struct BatchSocket::State {
  udp::socket& socket;
  std::size_t answer_size;
  std::vector<std::byte> octets = std::vector<std::byte>(kAnswers * answer_size);
  std::array<Answer, kAnswers> answers{};
  Endpoint receiver = kNoReceiver;
  bool connected = false;  ///< to `receiver`

  boost::system::error_code send(const OutgoingMessage& message) {
    boost::system::error_code error;
    if (!connected) {
      socket.connect(to_asio(receiver), error);
      connected = !error;
    }
    if (!error) socket.send(asio::buffer(message.octets.data(), message.octets.size()), 0, error);
    return error;
  }
};

BatchSocket::BatchSocket(udp::socket& socket, const Limits& limits)
    : state_(std::make_unique<State>(State{socket, limits.answer})) {}

BatchSocket::~BatchSocket() = default;

void BatchSocket::set_receiver(const Endpoint& receiver) noexcept {
  state_->receiver = receiver;
  state_->connected = false;
}

std::size_t BatchSocket::set_send_buffer(std::size_t wanted) noexcept {
  boost::system::error_code ignored;
  state_->socket.set_option(udp::socket::send_buffer_size(static_cast<int>(wanted)), ignored);
  udp::socket::send_buffer_size granted;
  state_->socket.get_option(granted, ignored);
  return static_cast<std::size_t>(granted.value());
}

Result<KernelPacing> BatchSocket::enable_pacing() {
  return fail(Errc::NotSupported, "this operating system does not take transmission times; Linux does");
}

void BatchSocket::enable_stamps() noexcept {}

std::optional<StampedDatagram> BatchSocket::take_stamp() noexcept {
  return std::nullopt;
}

bool BatchSocket::segments() const noexcept {
  return false;
}

std::size_t BatchSocket::send(std::span<const OutgoingMessage> messages, DeliveryObserver& observer) noexcept {
  bool full = false;
  std::size_t calls = 0;
  for (const OutgoingMessage& message : messages) {
    boost::system::error_code error = asio::error::would_block;
    if (!full) {
      error = state_->send(message);
      ++calls;
    }
    if (is_refused(error)) {  // told instead of sending this datagram
      observer.on_returned(state_->receiver, asio::error::make_error_code(asio::error::connection_refused));
      error = state_->send(message);
      ++calls;
    }
    full = full || is_full(error);
    // Our address may have changed, which a connected socket does not follow.
    if (error && !full) state_->connected = false;
    if (error)
      observer.on_lost(message,
                       full ? std::make_error_code(std::errc::no_buffer_space) : std::error_code(error));
  }
  return calls;
}

std::span<const Answer> BatchSocket::receive(DeliveryObserver& observer) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kAnswers; ++i) {
    const auto room = MutableBytes(state_->octets).subspan(i * state_->answer_size, state_->answer_size);
    udp::endpoint from;
    boost::system::error_code error;
    const std::size_t length =
        state_->socket.receive_from(asio::buffer(room.data(), room.size()), from, 0, error);
    // Windows reports a datagram that is larger than the buffer as an error; no answer is that long.
    if (error == asio::error::message_size) continue;
    if (is_refused(error)) {
      observer.on_returned(state_->receiver, asio::error::make_error_code(asio::error::connection_refused));
      continue;
    }
    if (error) break;
    state_->answers[count++] = {Endpoint::ipv4(from.address().to_v4().to_uint(), from.port()),
                                room.first(length)};
  }
  return std::span(state_->answers).first(count);
}

}  // namespace idn::io::platform
