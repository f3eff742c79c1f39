// SPDX-License-Identifier: MIT
#include "io/platform/linux/transmit_stamps.hpp"

#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

namespace idn::io::platform {
namespace {

template <class T>
T content_of(const cmsghdr& control) noexcept {
  T value;
  std::memcpy(&value, CMSG_DATA(&control), sizeof value);
  return value;
}

Duration duration_of(const timespec& time) noexcept {
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

bool is_set(const timespec& time) noexcept {
  return time.tv_sec != 0 || time.tv_nsec != 0;
}

/// ts[0] is the software time stamp, ts[2] the hardware time stamp.
void read_times(const scm_timestamping& times, StampedDatagram& stamp) noexcept {
  const bool is_hardware = is_set(times.ts[2]);
  if (!is_hardware && !is_set(times.ts[0])) return;
  stamp.stamp = is_hardware ? TimestampSource::Hardware : TimestampSource::Software;
  stamp.since_1970 = duration_of(is_hardware ? times.ts[2] : times.ts[0]);
}

}  // namespace

bool enable_transmit_stamps(int socket) noexcept {
  const int flags = SOF_TIMESTAMPING_TX_SOFTWARE | SOF_TIMESTAMPING_TX_HARDWARE | SOF_TIMESTAMPING_SOFTWARE |
                    SOF_TIMESTAMPING_RAW_HARDWARE | SOF_TIMESTAMPING_OPT_TX_SWHW | SOF_TIMESTAMPING_OPT_ID |
                    SOF_TIMESTAMPING_OPT_TSONLY;
  return ::setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof flags) == 0;
}

std::optional<StampedDatagram> next_stamp(int socket) noexcept {
  alignas(cmsghdr) std::array<char, 512> control;
  msghdr message{};
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  if (::recvmsg(socket, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return std::nullopt;
  StampedDatagram stamp;
  bool is_stamp = false;
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_TIMESTAMPING) {
      read_times(content_of<scm_timestamping>(*part), stamp);
    } else if (part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_RECVERR) {
      const auto error = content_of<sock_extended_err>(*part);
      is_stamp = error.ee_origin == SO_EE_ORIGIN_TIMESTAMPING;
      stamp.number = error.ee_data;
    }
  }
  if (!is_stamp) stamp.stamp = TimestampSource::Missing;
  return stamp;
}

}  // namespace idn::io::platform
