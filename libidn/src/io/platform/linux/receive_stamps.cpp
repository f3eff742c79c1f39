// SPDX-License-Identifier: MIT
#include "io/platform/linux/receive_stamps.hpp"

#include <linux/errqueue.h>
#include <linux/net_tstamp.h>

#include <cstring>

namespace idn::io::platform {
namespace {

constexpr Duration kMostBefore = std::chrono::milliseconds(100);
constexpr Duration kMostBehind = std::chrono::milliseconds(1);

}  // namespace

void enable_hardware_stamps(int socket) noexcept {
  const int flags = SOF_TIMESTAMPING_RX_HARDWARE | SOF_TIMESTAMPING_RAW_HARDWARE;
  ::setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof flags);
}

std::optional<Duration> hardware_stamp(const cmsghdr& control, Duration kernel) noexcept {
  scm_timestamping times;
  if (control.cmsg_len < CMSG_LEN(sizeof times)) return std::nullopt;
  std::memcpy(&times, CMSG_DATA(&control), sizeof times);
  const timespec& card = times.ts[2];
  const Duration stamp = std::chrono::seconds(card.tv_sec) + std::chrono::nanoseconds(card.tv_nsec);
  if (stamp < kernel - kMostBefore || stamp > kernel + kMostBehind) return std::nullopt;
  return stamp;
}

}  // namespace idn::io::platform
