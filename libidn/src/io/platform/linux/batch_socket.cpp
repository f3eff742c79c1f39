// SPDX-License-Identifier: MIT
#include "io/platform/batch_socket.hpp"

#include <netinet/udp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>
#include <vector>

#include "io/platform/linux/error_queue.hpp"
#include "io/platform/linux/message_headers.hpp"
#include "io/platform/linux/transmit_stamps.hpp"
#include "io/platform/linux/transmit_times.hpp"
#include "io/platform/posix/socket_address.hpp"

namespace idn::io::platform {
namespace {

/// Answers that one call reads; by default a receiver acknowledges twice per second, after a refusal more
/// often.
constexpr std::size_t kAnswers = 128;
/// How often one message is tried while the error queue has reports about earlier ones.
constexpr int kTries = 4;

bool offers_segmentation(int socket) noexcept {
  int size = 0;
  socklen_t length = sizeof size;
  return ::getsockopt(socket, SOL_UDP, UDP_SEGMENT, &size, &length) == 0;
}

/// The errors of the kernel for segments beyond the MTU, and for a network card that cannot compute checksums.
bool is_about_division(int error) noexcept {
  return error == EINVAL || error == EMSGSIZE || error == EIO;
}

bool report_returned(int socket, DeliveryObserver& observer) noexcept {
  bool any = false;
  // Bounded, since there may be an ICMP error for every datagram.
  for (std::size_t i = 0; i < kAnswers; ++i) {
    const auto returned = next_returned(socket);
    if (!returned) break;
    any = true;
    if (returned->why) observer.on_returned(returned->receiver, returned->why);
  }
  return any;
}

void lose(std::span<const OutgoingMessage> messages, DeliveryObserver& observer) noexcept {
  for (const OutgoingMessage& message : messages)
    observer.on_lost(message, std::make_error_code(std::errc::no_buffer_space));
}

}  // namespace

struct BatchSocket::State {
  struct Incoming {
    sockaddr_in from;
    iovec octets;
  };

  State(int native, const Limits& limits);

  void deliver(MessageHeaders& headers, std::span<const OutgoingMessage> messages,
               DeliveryObserver& observer) noexcept;
  bool connect() noexcept;
  int transmit(std::span<mmsghdr> headers) noexcept;
  void give_up(const OutgoingMessage& message, int error, DeliveryObserver& observer) noexcept;
  void deliver_undivided(const OutgoingMessage& message, DeliveryObserver& observer) noexcept;
  int receive_many() noexcept;

  int socket;
  Endpoint receiver = kNoReceiver;
  bool connected = false;  ///< to `receiver`
  bool segments;
  MessageHeaders batch;
  MessageHeaders undivided;
  std::size_t calls = 0;
  bool reports_drops = false;

  std::size_t answer_size;
  std::vector<std::byte> octets;
  std::array<Incoming, kAnswers> incoming{};
  std::array<mmsghdr, kAnswers> arrivals{};
  std::array<Answer, kAnswers> answers{};
};

BatchSocket::State::State(int native, const Limits& limits)
    : socket(native),
      segments(limits.segmentation && offers_segmentation(native)),
      batch(limits.messages),
      undivided(SendQueue::kMaxSegments),
      answer_size(limits.answer),
      octets(kAnswers * limits.answer) {
  enable_error_queue(socket);
}

/// sendmmsg() stops before the first message that fails, and returns the error only if that is the first of the
/// call. The error may also be the pending one of an earlier datagram; then this message has not been tried.
void BatchSocket::State::deliver(MessageHeaders& headers, std::span<const OutgoingMessage> messages,
                                 DeliveryObserver& observer) noexcept {
  const auto all = headers.fill(messages);
  int tries = 0;
  bool is_new = !connected;
  for (std::size_t done = 0; done < all.size();) {
    if (const int sent = transmit(all.subspan(done)); sent > 0) {
      done += static_cast<std::size_t>(sent);
      tries = 0;
      if (done < all.size()) report_returned(socket, observer);
      continue;
    }
    const int error = errno;
    if (error == EAGAIN || error == EWOULDBLOCK) return lose(messages.subspan(done), observer);
    const bool is_of_another = report_returned(socket, observer) || error == EINTR;
    if (is_of_another && ++tries < kTries) continue;
    connected = false;
    // Our own address may have changed, which a connected socket does not follow.
    if (!std::exchange(is_new, true)) continue;
    give_up(messages[done++], error, observer);
    tries = 0;
  }
}

/// Then the kernel looks up the route once and not for each datagram, and keeps strangers away.
bool BatchSocket::State::connect() noexcept {
  // Else our own address would stay that of the connection before.
  sockaddr none{};
  none.sa_family = AF_UNSPEC;
  const sockaddr_in to = to_sockaddr(receiver);
  connected = ::connect(socket, &none, sizeof none) == 0 &&
              ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  return connected;
}

int BatchSocket::State::transmit(std::span<mmsghdr> headers) noexcept {
  if (!connected && !connect()) return -1;
  ++calls;
  if (const msghdr& only = headers.front().msg_hdr; headers.size() == 1 && only.msg_controllen == 0)
    return ::send(socket, only.msg_iov->iov_base, only.msg_iov->iov_len, MSG_DONTWAIT) < 0 ? -1 : 1;
  return ::sendmmsg(socket, headers.data(), static_cast<unsigned>(headers.size()), MSG_DONTWAIT);
}

void BatchSocket::State::give_up(const OutgoingMessage& message, int error,
                                 DeliveryObserver& observer) noexcept {
  if (message.datagrams() > 1 && is_about_division(error))
    deliver_undivided(message, observer);
  else
    observer.on_lost(message, {error, std::system_category()});
}

void BatchSocket::State::deliver_undivided(const OutgoingMessage& message,
                                           DeliveryObserver& observer) noexcept {
  observer.on_indivisible();
  std::array<OutgoingMessage, SendQueue::kMaxSegments> parts;
  std::size_t count = 0;
  for (ConstBytes rest = message.octets; !rest.empty() && count < parts.size(); ++count) {
    parts[count] = message;
    parts[count].octets = rest.first(std::min(message.segment, rest.size()));
    rest = rest.subspan(parts[count].octets.size());
  }
  deliver(undivided, std::span(parts).first(count), observer);
}

/// The headers are set each time, since the kernel overwrites their lengths.
int BatchSocket::State::receive_many() noexcept {
  for (std::size_t i = 0; i < kAnswers; ++i) {
    incoming[i].octets = {octets.data() + i * answer_size, answer_size};
    msghdr& header = arrivals[i].msg_hdr;
    header = {};
    header.msg_name = &incoming[i].from;
    header.msg_namelen = sizeof incoming[i].from;
    header.msg_iov = &incoming[i].octets;
    header.msg_iovlen = 1;
  }
  return ::recvmmsg(socket, arrivals.data(), kAnswers, MSG_DONTWAIT, nullptr);
}

BatchSocket::BatchSocket(boost::asio::ip::udp::socket& socket, const Limits& limits)
    : state_(std::make_unique<State>(socket.native_handle(), limits)) {}

BatchSocket::~BatchSocket() = default;

void BatchSocket::set_receiver(const Endpoint& receiver) noexcept {
  state_->receiver = receiver;
  state_->connected = false;
}

std::size_t BatchSocket::set_send_buffer(std::size_t wanted) noexcept {
  const int octets = static_cast<int>(wanted);
  // SO_SNDBUFFORCE exceeds the system's limit, with privileges.
  if (::setsockopt(state_->socket, SOL_SOCKET, SO_SNDBUFFORCE, &octets, sizeof octets) != 0)
    ::setsockopt(state_->socket, SOL_SOCKET, SO_SNDBUF, &octets, sizeof octets);
  int granted = 0;
  socklen_t size = sizeof granted;
  if (::getsockopt(state_->socket, SOL_SOCKET, SO_SNDBUF, &granted, &size) != 0) return 0;
  return static_cast<std::size_t>(granted) / 2;  // Linux doubles the request for its own bookkeeping
}

Result<KernelPacing> BatchSocket::enable_pacing() {
  auto times = enable_transmit_times(state_->socket, state_->receiver);
  if (!times) return tl::unexpected(std::move(times.error()));
  state_->batch.set_clock(times->clock);
  state_->undivided.set_clock(times->clock);
  state_->reports_drops = times->reports_drops;
  return times->pacing;
}

void BatchSocket::enable_stamps() noexcept {
  enable_transmit_stamps(state_->socket);
}

std::optional<StampedDatagram> BatchSocket::take_stamp() noexcept {
  return next_stamp(state_->socket);
}

bool BatchSocket::segments() const noexcept {
  return state_->segments;
}

std::size_t BatchSocket::send(std::span<const OutgoingMessage> messages, DeliveryObserver& observer) noexcept {
  state_->calls = 0;
  state_->deliver(state_->batch, messages, observer);
  if (state_->reports_drops) report_returned(state_->socket, observer);
  return state_->calls;
}

std::span<const Answer> BatchSocket::receive(DeliveryObserver& observer) noexcept {
  int count = state_->receive_many();
  if (count < 0 && report_returned(state_->socket, observer)) count = state_->receive_many();
  const std::size_t received = count > 0 ? static_cast<std::size_t>(count) : 0;
  for (std::size_t i = 0; i < received; ++i)
    state_->answers[i] = {
        to_endpoint(state_->incoming[i].from),
        ConstBytes(state_->octets).subspan(i * state_->answer_size, state_->arrivals[i].msg_len)};
  return std::span(state_->answers).first(received);
}

}  // namespace idn::io::platform
