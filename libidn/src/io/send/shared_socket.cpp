// SPDX-License-Identifier: MIT
#include "io/send/shared_socket.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "idn/io/now.hpp"
#include "io/asio_endpoint.hpp"
#include "io/platform/batch_socket.hpp"
#include "io/platform/datagram_batch.hpp"
#include "io/send/answer_inbox.hpp"
#include "io/send/send_recorder.hpp"

namespace idn::io {

namespace asio = boost::asio;
using asio::ip::udp;

namespace {

using platform::kNoReceiver;

struct OpenSocket {
  asio::io_context context;
  udp::socket socket{context};
};

/// Bound to all interfaces, on a free port, so that one socket reaches the receivers of all networks.
SystemResult<std::unique_ptr<OpenSocket>> open_socket() {
  auto own = std::make_unique<OpenSocket>();
  boost::system::error_code error;
  platform::open_udp(own->socket, error);
  if (!error) own->socket.bind({asio::ip::address_v4::any(), 0}, error);
  if (!error) own->socket.non_blocking(true, error);
  if (error) return tl::unexpected(std::error_code(error));
  return own;
}

/// Whether there is a route to the receiver, so that an error is reported now and not by the first send().
/// @param local gets our address on that way
boost::system::error_code check_route(asio::io_context& context, const Endpoint& receiver, Endpoint& local) {
  udp::socket probe(context);
  boost::system::error_code error;
  platform::open_udp(probe, error);
  if (!error) probe.connect(to_asio(receiver), error);
  if (!error) local = Endpoint::ipv4(probe.local_endpoint().address().to_v4().to_uint(), 0);
  return error;
}

}  // namespace

struct SharedSocket::State final : platform::DeliveryObserver {
  class Link;
  /// Sorted by address, to find the link of an answer.
  using Directory = std::vector<std::pair<Endpoint, Link*>>;

  State(std::unique_ptr<OpenSocket> open_socket, const SharedSocketOptions& options);

  Link* find(const Endpoint& receiver) noexcept;
  void add(const Endpoint& receiver);
  void relocate(Link& link, const Endpoint& receiver) noexcept;
  void enqueue(const OutgoingMessage& message, bool merge, BufferOwner owner) noexcept;
  void transmit() noexcept;
  void take_stamps() noexcept;
  void collect_answers() noexcept;

  void on_lost(const OutgoingMessage& message, std::error_code why) noexcept override;
  void on_returned(const Endpoint& receiver, std::error_code why) noexcept override;
  void on_indivisible(const OutgoingMessage& message) noexcept override;

  std::unique_ptr<OpenSocket> own;
  SendQueue queue;
  platform::BatchSocket batch;
  std::size_t send_buffer;
  std::optional<SendRecorder> recorder;
  std::vector<std::unique_ptr<Link>> links;
  Directory directory;
  Endpoint local = Endpoint::ipv4(0, 0);  ///< our address on the way to the receiver connected last
  bool paced = false;                     ///< by the kernel
  bool collected = false;                 ///< answers were read in this wake-up
  std::size_t lost = 0;                   ///< datagrams of the transmission in progress
  SharedSocketStats stats;
};

/// The transport to one receiver, or to none (0.0.0.0:0).
class SharedSocket::State::Link final : public RetargetableTransport {
 public:
  explicit Link(State& state) : state_(state), index_(state.links.size()), divisible_(state.batch.segments()) {}

  std::error_code send(ConstBytes datagram) noexcept override { return send_at(datagram, {}); }

  std::error_code send_at(ConstBytes datagram, TimePoint departure) noexcept override {
    return queue(datagram, departure, BufferOwner::Queue);
  }

  std::error_code send_kept(ConstBytes datagram, TimePoint departure) noexcept override {
    return queue(datagram, departure, BufferOwner::Caller);
  }

  std::error_code queue(ConstBytes datagram, TimePoint departure, BufferOwner owner) noexcept {
    if (datagram.size() > SendQueue::kMaxDatagram) return std::make_error_code(std::errc::message_size);
    if (!has_receiver()) return {};
    if (state_.recorder) state_.recorder->queued(datagram, departure);
    // Without pacing, different departures have no effect, but would keep datagrams from being merged.
    if (!state_.paced) departure = {};
    state_.enqueue({.link = index_, .to = receiver_, .octets = datagram, .departure = departure}, divisible_,
                   owner);
    return std::exchange(error_, {});
  }

  std::size_t receive(MutableBytes buffer) noexcept override {
    if (const std::size_t length = inbox_.take(buffer)) return length;
    state_.collect_answers();
    return inbox_.take(buffer);
  }

  bool has_receiver() const noexcept { return receiver_ != kNoReceiver; }
  void set_receiver(const Endpoint& receiver) noexcept {
    receiver_ = receiver;
    inbox_ = {};
    error_ = {};
  }
  bool put(ConstBytes answer) noexcept { return inbox_.put(answer); }
  void report(std::error_code error) noexcept { error_ = error; }
  void send_undivided() noexcept { divisible_ = false; }

 private:
  bool go_to(const Endpoint& receiver) noexcept override {
    state_.relocate(*this, receiver);
    return has_receiver();
  }

  State& state_;
  Endpoint receiver_ = kNoReceiver;
  std::size_t index_;
  bool divisible_;
  AnswerInbox inbox_;
  std::error_code error_;  ///< of an earlier datagram, for the next send()
};

SharedSocket::State::State(std::unique_ptr<OpenSocket> open_socket, const SharedSocketOptions& options)
    : own(std::move(open_socket)),
      queue(options.most_datagrams, options.most_octets),
      batch(own->socket, {.messages = queue.most_datagrams(),
                          .answer = AnswerInbox::kMaxAnswer,
                          .segmentation = options.segmentation && options.log == nullptr}),
      send_buffer(batch.set_send_buffer(options.send_buffer)) {
  if (options.log == nullptr) return;
  recorder.emplace(options.log, queue.most_datagrams());
  batch.enable_stamps();
}

SharedSocket::State::Link* SharedSocket::State::find(const Endpoint& receiver) noexcept {
  const auto found = std::ranges::lower_bound(directory, receiver, {}, &Directory::value_type::first);
  return found != directory.end() && found->first == receiver ? found->second : nullptr;
}

void SharedSocket::State::add(const Endpoint& receiver) {
  directory.reserve(links.size() + 1);
  relocate(*links.emplace_back(std::make_unique<Link>(*this)), receiver);
}

/// Does not allocate: add() has reserved memory for each link.
void SharedSocket::State::relocate(Link& link, const Endpoint& receiver) noexcept {
  if (queue.datagrams() > 0) transmit();  // to the receivers that they were queued for
  Link* const former = receiver == kNoReceiver ? nullptr : find(receiver);
  if (former != nullptr) former->set_receiver(kNoReceiver);
  std::erase_if(directory, [&](const auto& entry) { return entry.second == &link || entry.second == former; });
  link.set_receiver(receiver);
  batch.set_only_receiver(links.size() == 1 ? receiver : kNoReceiver);
  if (receiver == kNoReceiver) return;
  const auto place = std::ranges::lower_bound(directory, receiver, {}, &Directory::value_type::first);
  directory.insert(place, {receiver, &link});
}

void SharedSocket::State::enqueue(const OutgoingMessage& message, bool merge, BufferOwner owner) noexcept {
  if (!queue.has_room_for(message.octets.size())) transmit();
  queue.push(message, merge, owner);
}

void SharedSocket::State::transmit() noexcept {
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
void SharedSocket::State::take_stamps() noexcept {
  const Instant moment = now();
  for (std::size_t i = 0; i < 2 * queue.most_datagrams(); ++i) {
    const auto stamp = batch.take_stamp();
    if (!stamp) return;
    recorder->stamped(*stamp, moment);
  }
}

/// Once per wake-up only: a flood of answers delays or displaces other answers, but takes no time from the
/// streams.
void SharedSocket::State::collect_answers() noexcept {
  if (std::exchange(collected, true)) return;
  for (const platform::Answer& answer : batch.receive(*this)) {
    Link* const link = find(answer.from);
    if (link == nullptr)
      stats.strangers.add();
    else if (!link->put(answer.octets))
      stats.overwritten.add();
  }
}

void SharedSocket::State::on_lost(const OutgoingMessage& message, std::error_code why) noexcept {
  lost += message.datagrams();
  (why == std::errc::no_buffer_space ? stats.socket_full : stats.refused).add(message.datagrams());
  links[message.link]->report(why);
}

void SharedSocket::State::on_returned(const Endpoint& receiver, std::error_code why) noexcept {
  if (why == std::errc::operation_canceled) stats.late.add();
  if (Link* const link = find(receiver)) link->report(why);
}

void SharedSocket::State::on_indivisible(const OutgoingMessage& message) noexcept {
  links[message.link]->send_undivided();
}

SystemResult<std::unique_ptr<SharedSocket>> SharedSocket::open(const SharedSocketOptions& options) {
  auto own = open_socket();
  if (!own) return tl::unexpected(own.error());
  return std::unique_ptr<SharedSocket>(new SharedSocket(std::make_unique<State>(std::move(*own), options)));
}

SharedSocket::SharedSocket(std::unique_ptr<State> state) : state_(std::move(state)) {}
SharedSocket::~SharedSocket() = default;

SystemResult<RetargetableTransport*> SharedSocket::connect(const Endpoint& receiver) {
  if (state_->find(receiver) != nullptr)
    return tl::unexpected(std::make_error_code(std::errc::already_connected));
  if (const auto error = check_route(state_->own->context, receiver, state_->local))
    return tl::unexpected(std::error_code(error));
  state_->add(receiver);
  return state_->links.back().get();
}

SystemResult<KernelPacing> SharedSocket::enable_kernel_pacing() {
  std::vector<Endpoint> receivers;
  for (const auto& [receiver, link] : state_->directory) receivers.push_back(receiver);
  auto pacing = state_->batch.enable_pacing(receivers);
  state_->paced = pacing.has_value();
  return pacing;
}

void SharedSocket::flush() noexcept {
  if (state_->queue.datagrams() > 0) state_->transmit();
  state_->collected = false;
}

Endpoint SharedSocket::local() const {
  return {state_->local.address, state_->own->socket.local_endpoint().port()};
}
std::size_t SharedSocket::send_buffer() const noexcept {
  return state_->send_buffer;
}
bool SharedSocket::segments() const noexcept {
  return state_->batch.segments();
}
const SharedSocketStats& SharedSocket::stats() const noexcept {
  return state_->stats;
}

}  // namespace idn::io
