// SPDX-License-Identifier: MIT
// Linux: receive stamps of network cards, by the kernel's own stamps, which come in the same control message.
#include "io/platform/linux/receive_stamps.hpp"

#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "idn/io/now.hpp"
#include "io/platform/posix/socket_address.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::io;
using namespace std::chrono_literals;

namespace {

/// The control message of a datagram over loopback, with the kernel's stamp.
struct StampedArrival {
  alignas(cmsghdr) std::array<char, 256> room{};
  msghdr message{};

  StampedArrival() {
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in address = platform::to_sockaddr(Endpoint::ipv4(0x7F000001, 0));
    socklen_t length = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(socket, generic, length) == 0);
    REQUIRE(::getsockname(socket, generic, &length) == 0);
    const int flags = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE;
    REQUIRE(::setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof flags) == 0);
    // The kernel begins to stamp a little later than it is asked to.
    for (int tries = 0; tries < 10'000 && control() == nullptr; ++tries) {
      REQUIRE(::sendto(socket, "idn", 3, 0, generic, length) == 3);
      message.msg_control = room.data();
      message.msg_controllen = room.size();
      REQUIRE(::recvmsg(socket, &message, 0) >= 0);
    }
    ::close(socket);
    REQUIRE(control() != nullptr);
    REQUIRE(control()->cmsg_type == SCM_TIMESTAMPING);
  }
  cmsghdr* control() { return CMSG_FIRSTHDR(&message); }
  Duration kernel() {
    timespec time;
    std::memcpy(&time, CMSG_DATA(control()), sizeof time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
  /// Puts a stamp where a card's would be.
  void put(Duration stamp) {
    timespec time{};
    time.tv_sec = stamp / 1s;
    time.tv_nsec = (stamp % 1s).count();
    std::memcpy(CMSG_DATA(control()) + offsetof(scm_timestamping, ts) + 2 * sizeof time, &time, sizeof time);
  }
};

}  // namespace

TEST_CASE("the stamp of a network card counts where its clock agrees with the wall clock", "[io][kernel]") {
  StampedArrival arrival;
  const Duration kernel = arrival.kernel();
  CHECK(since_1970() - kernel < 1min);
  CHECK_FALSE(platform::hardware_stamp(*arrival.control(), kernel));  // loopback has none
  for (const Duration apart : {Duration(-100ms), Duration(-40us), Duration(1ms)}) {
    arrival.put(kernel + apart);
    CHECK(platform::hardware_stamp(*arrival.control(), kernel) == kernel + apart);
  }
  for (const Duration apart : {Duration(37s), Duration(-100ms - 1ns), Duration(1ms + 1ns)}) {
    arrival.put(kernel + apart);
    CHECK_FALSE(platform::hardware_stamp(*arrival.control(), kernel));
  }
  arrival.put(kernel);
  arrival.control()->cmsg_len = CMSG_LEN(sizeof(timespec));
  CHECK_FALSE(platform::hardware_stamp(*arrival.control(), kernel));
}
