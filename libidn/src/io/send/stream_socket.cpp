// SPDX-License-Identifier: MIT
#include "io/send/stream_socket.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <optional>
#include <span>
#include <utility>

#include "idn/io/now.hpp"
#include "io/asio_endpoint.hpp"
#include "io/platform/batch_socket.hpp"
#include "io/platform/datagram_batch.hpp"
#include "io/send/send_recorder.hpp"

namespace idn::io {

namespace asio = boost::asio;
using asio::ip::udp;

class SocketGroup {
 public:
  asio::io_context context;
};

std::shared_ptr<SocketGroup> make_socket_group() {
  return std::make_shared<SocketGroup>();
}

namespace {

using platform::kNoReceiver;

struct OpenSocket {
  std::shared_ptr<SocketGroup> group;
  udp::socket socket{group->context};
};

/// Binds to a free port. Not to port 0: what the system chose itself it would give up when the socket is
/// connected to another receiver (Linux).
boost::system::error_code bind(udp::socket& socket) {
  constexpr int kTries = 16;  // another program may take the port meanwhile
  boost::system::error_code error;
  for (int i = 0; i < kTries; ++i) {
    udp::socket probe(socket.get_executor());
    platform::open_udp(probe, error);
    if (!error) probe.bind({asio::ip::address_v4::any(), 0}, error);
    if (error) return error;
    const std::uint16_t port = probe.local_endpoint().port();
    probe.close(error);
    socket.bind({asio::ip::address_v4::any(), port}, error);
    if (error != asio::error::address_in_use) return error;
  }
  return error;
}

/// Bound to all interfaces, so that it reaches a receiver wherever that goes.
Result<std::unique_ptr<OpenSocket>> open_socket(const StreamSocketOptions& options) {
  auto own = std::make_unique<OpenSocket>(options.group ? options.group : make_socket_group());
  boost::system::error_code error;
  platform::open_udp(own->socket, error);
  if (!error) error = bind(own->socket);
  if (!error) own->socket.non_blocking(true, error);
  if (error) return fail(std::error_code(error));
  // Ahead of kernel pacing, which may need another priority of the socket.
  if (options.dscp != 0)
    if (const auto refused = platform::mark_datagrams(own->socket.native_handle(), options.dscp))
      return fail(refused);
  return own;
}

/// Whether there is a route to the receiver, so that an error is reported now and not by the first send().
/// @param local gets our address on that way, and the port of `own`
boost::system::error_code check_route(OpenSocket& own, const Endpoint& receiver, Endpoint& local) {
  udp::socket probe(own.group->context);
  boost::system::error_code error;
  platform::open_udp(probe, error);
  if (!error) probe.connect(to_asio(receiver), error);
  if (!error)
    local =
        Endpoint::ipv4(probe.local_endpoint().address().to_v4().to_uint(), own.socket.local_endpoint().port());
  return error;
}

}  // namespace

struct StreamSocket::State final : platform::DeliveryObserver {
  State(std::unique_ptr<OpenSocket> open_socket, const StreamSocketOptions& options);

  std::error_code enqueue(ConstBytes datagram, TimePoint departure, BufferOwner owner) noexcept;
  void transmit() noexcept;
  void take_stamps() noexcept;

  void on_lost(const OutgoingMessage& message, std::error_code why) noexcept override;
  void on_returned(const Endpoint& from, std::error_code why) noexcept override;
  void on_indivisible() noexcept override { divisible = false; }

  std::unique_ptr<OpenSocket> own;
  SendQueue queue;
  platform::BatchSocket batch;
  std::size_t send_buffer;
  std::optional<SendRecorder> recorder;
  Endpoint receiver = kNoReceiver;
  Endpoint local{};                           ///< our address on the way to the first receiver
  std::span<const platform::Answer> answers;  ///< that were read but not taken
  std::error_code error;                      ///< of an earlier datagram, for the next send()
  bool divisible;                             ///< by the system: datagrams may be merged
  bool paced = false;                         ///< by the kernel
  bool collected = false;                     ///< answers were read in this wake-up
  std::size_t lost = 0;                       ///< datagrams of the transmission in progress
  StreamSocketStats stats;
};

StreamSocket::State::State(std::unique_ptr<OpenSocket> open_socket, const StreamSocketOptions& options)
    : own(std::move(open_socket)),
      queue(options.most_datagrams, options.most_octets),
      batch(own->socket, {.messages = queue.most_datagrams(),
                          .answer = kMostOfAnswer,
                          .segmentation = options.segmentation && options.log == nullptr}),
      send_buffer(batch.set_send_buffer(options.send_buffer)),
      divisible(batch.segments()) {
  if (options.log == nullptr) return;
  recorder.emplace(options.log, queue.most_datagrams());
  batch.enable_stamps();
}

std::error_code StreamSocket::State::enqueue(ConstBytes datagram, TimePoint departure,
                                             BufferOwner owner) noexcept {
  if (datagram.size() > SendQueue::kMaxDatagram) return std::make_error_code(std::errc::message_size);
  if (receiver == kNoReceiver) return {};
  if (recorder) recorder->queued(datagram, departure);
  // Without pacing, different departures have no effect, but would keep datagrams from being merged.
  if (!paced) departure = {};
  if (!queue.has_room_for(datagram.size())) transmit();
  queue.push({.octets = datagram, .departure = departure}, divisible, owner);
  return std::exchange(error, {});
}

void StreamSocket::State::transmit() noexcept {
  if (queue.datagrams() == 0) return;
  lost = 0;
  if (recorder) {
    take_stamps();
    recorder->sending(monotonic_now());
  }
  stats.system_calls.add(batch.send(queue.messages(), *this));
  stats.datagrams.add(queue.datagrams() - lost);
  stats.copied.add(queue.copied_octets() - stats.copied.value());
  queue.clear();
  if (recorder) take_stamps();
}

/// Reads the transmit time stamps that are there. Bounded; those of a slow network card are read later.
void StreamSocket::State::take_stamps() noexcept {
  const Instant moment = now();
  for (std::size_t i = 0; i < 2 * queue.most_datagrams(); ++i) {
    const auto stamp = batch.take_stamp();
    if (!stamp) return;
    recorder->stamped(*stamp, moment);
  }
}

void StreamSocket::State::on_lost(const OutgoingMessage& message, std::error_code why) noexcept {
  lost += message.datagrams();
  (why == std::errc::no_buffer_space ? stats.socket_full : stats.refused).add(message.datagrams());
  error = why;
}

/// `from`: perhaps a receiver that was left, and none where the kernel has dropped a datagram.
void StreamSocket::State::on_returned(const Endpoint& from, std::error_code why) noexcept {
  const bool was_late = why == std::errc::operation_canceled;
  if (was_late) stats.late.add();
  if (was_late || from == receiver) error = why;
}

Result<std::unique_ptr<StreamSocket>> StreamSocket::open(const Endpoint& receiver,
                                                         const StreamSocketOptions& options) {
  auto own = open_socket(options);
  if (!own) return tl::unexpected(own.error());
  auto state = std::make_unique<State>(std::move(*own), options);
  state->local = Endpoint::ipv4(0, state->own->socket.local_endpoint().port());
  if (receiver != kNoReceiver)
    if (const auto error = check_route(*state->own, receiver, state->local))
      return fail(std::error_code(error));
  std::unique_ptr<StreamSocket> opened(new StreamSocket(std::move(state)));
  opened->go_to(receiver);
  return opened;
}

StreamSocket::StreamSocket(std::unique_ptr<State> state) : state_(std::move(state)) {}
StreamSocket::~StreamSocket() = default;

std::error_code StreamSocket::send(ConstBytes datagram) noexcept {
  return send_at(datagram, {});
}

std::error_code StreamSocket::send_at(ConstBytes datagram, TimePoint departure) noexcept {
  return state_->enqueue(datagram, departure, BufferOwner::Queue);
}

std::error_code StreamSocket::send_kept(ConstBytes datagram, TimePoint departure) noexcept {
  return state_->enqueue(datagram, departure, BufferOwner::Caller);
}

std::size_t StreamSocket::receive(MutableBytes buffer) noexcept {
  if (state_->answers.empty() && !std::exchange(state_->collected, true))
    state_->answers = state_->batch.receive(*state_);
  while (!state_->answers.empty()) {
    const platform::Answer& answer = state_->answers.front();
    state_->answers = state_->answers.subspan(1);
    if (answer.from != state_->receiver) continue;  // it came before the socket was connected
    const ConstBytes octets = answer.octets.first(std::min(answer.octets.size(), buffer.size()));
    std::ranges::copy(octets, buffer.begin());
    if (!octets.empty()) return octets.size();
  }
  return 0;
}

void StreamSocket::flush() noexcept {
  state_->transmit();
  state_->collected = false;
}

/// What is queued goes to the receiver that it was queued for.
bool StreamSocket::go_to(const Endpoint& receiver) noexcept {
  state_->transmit();
  state_->receiver = receiver;
  state_->batch.set_receiver(receiver);
  state_->answers = {};
  state_->error = {};
  return receiver != kNoReceiver;
}

Result<KernelPacing> StreamSocket::enable_kernel_pacing() {
  auto pacing = state_->batch.enable_pacing();
  state_->paced = pacing.has_value();
  return pacing;
}

Endpoint StreamSocket::local() const {
  return state_->local;
}

std::size_t StreamSocket::send_buffer() const noexcept {
  return state_->send_buffer;
}

bool StreamSocket::segments() const noexcept {
  return state_->divisible;
}

const StreamSocketStats& StreamSocket::stats() const noexcept {
  return state_->stats;
}

}  // namespace idn::io
