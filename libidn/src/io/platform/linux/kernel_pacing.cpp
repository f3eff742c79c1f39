// SPDX-License-Identifier: MIT
#include "io/platform/kernel_pacing.hpp"

#include <sys/socket.h>

#include <cerrno>

#include "io/platform/linux/control_messages.hpp"
#include "io/platform/linux/error_queue.hpp"
#include "io/platform/linux/transmit_times.hpp"

namespace idn::io::platform {

struct PacedSender::State {
  int socket;
  TransmitTimes times;
};

SystemResult<std::unique_ptr<PacedSender>> PacedSender::enable(NativeSocket socket, const Endpoint& receiver) {
  auto times = enable_transmit_times(socket, {&receiver, 1});
  if (!times) return tl::unexpected(std::move(times.error()));
  return std::unique_ptr<PacedSender>(
      new PacedSender(std::make_unique<State>(State{socket, std::move(*times)})));
}

PacedSender::PacedSender(std::unique_ptr<State> state) : state_(std::move(state)) {}
PacedSender::~PacedSender() = default;

const KernelPacing& PacedSender::pacing() const noexcept {
  return state_->times.pacing;
}

std::error_code PacedSender::send(ConstBytes datagram, TimePoint departure) noexcept {
  iovec octets{const_cast<std::byte*>(datagram.data()), datagram.size()};
  ControlMessages control;
  msghdr header{};
  header.msg_iov = &octets;
  header.msg_iovlen = 1;
  control.add_transmit_time(header, state_->times.clock.at(departure));
  if (::sendmsg(state_->socket, &header, MSG_DONTWAIT) >= 0) return {};
  return {errno, std::system_category()};
}

bool PacedSender::takes_drop() noexcept {
  if (!state_->times.reports_drops) return false;
  const auto returned = next_returned(state_->socket);
  return returned && returned->why == std::errc::operation_canceled;
}

}  // namespace idn::io::platform
