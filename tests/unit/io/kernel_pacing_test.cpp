// SPDX-License-Identifier: MIT
// Linux: departure times that are passed to the kernel, and its time stamps and errors.
#include "io/send/stream_socket.hpp"

#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "idn/io/send/clock.hpp"
#include "io/platform/datagram_batch.hpp"
#include "io/platform/linux/error_queue.hpp"
#include "io/platform/linux/kernel_clock.hpp"
#include "io/platform/linux/message_headers.hpp"
#include "io/platform/linux/transmit_stamps.hpp"
#include "io/platform/posix/socket_address.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"
#include "support/private_network.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;
using Bytes = std::vector<std::byte>;

constexpr const char* kNeedsNetwork = "skipped: needs root, ip(8) and tc(8)";

std::uint64_t read(clockid_t id) {
  timespec now{};
  ::clock_gettime(id, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

/// The error for a message of the error queue with these fields, in a control message of this level and type.
std::error_code reason(std::uint8_t origin, std::uint32_t number, int level = IPPROTO_IP,
                       int type = IP_RECVERR) {
  sock_extended_err error{};
  error.ee_errno = number;
  error.ee_origin = origin;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof error)> room{};
  msghdr message{};
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  cmsghdr* const control = CMSG_FIRSTHDR(&message);
  control->cmsg_level = level;
  control->cmsg_type = type;
  control->cmsg_len = CMSG_LEN(sizeof error);
  std::memcpy(CMSG_DATA(control), &error, sizeof error);
  return platform::reason_in(message);
}

TEST_CASE("a time of ours is the same moment on the kernel's clocks", "[io]") {
  const TimePoint time(123'456'789ns);
  CHECK(platform::KernelClock(CLOCK_MONOTONIC).at(time) == 123'456'789);
  const auto before = read(CLOCK_TAI);
  const TimePoint now = MonotonicClock(WaitMode::Sleep).now();
  const auto there = platform::KernelClock(CLOCK_TAI).at(now);
  CHECK(there >= before);
  CHECK(there <= read(CLOCK_TAI));
}

TEST_CASE("the kernel takes each datagram with its departure", "[io][kernel]") {
  test::LoopbackReceiver receiver;
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  const sock_txtime setting{.clockid = CLOCK_MONOTONIC, .flags = 0};
  REQUIRE(::setsockopt(socket, SOL_SOCKET, SO_TXTIME, &setting, sizeof setting) == 0);
  const sockaddr_in to = platform::to_sockaddr(receiver.endpoint());
  REQUIRE(::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
  platform::MessageHeaders headers(2);
  headers.set_clock(platform::KernelClock(CLOCK_MONOTONIC));
  const Bytes octets(3000, std::byte{7});
  const TimePoint departure = MonotonicClock(WaitMode::Sleep).now();
  const std::vector<OutgoingMessage> messages{
      {.octets = octets, .segment = 1000, .departure = departure},
      {.octets = octets, .segment = 3000, .departure = departure + 1us}};
  const auto filled = headers.fill(messages);
  // Without a queue discipline that uses it, the kernel still checks the format of the control message.
  CHECK(::sendmmsg(socket, filled.data(), 2, 0) == 2);
  for (int i = 0; i < 3; ++i) CHECK(receiver.next() == Bytes(1000, std::byte{7}));
  CHECK(receiver.next() == octets);
  ::close(socket);
}

int option_of(int socket, int level, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  ::getsockopt(socket, level, name, &value, &size);
  return value;
}

TEST_CASE("a mark is that of the datagrams, and from CS4 on it gives the socket the priority 6",
          "[io][kernel]") {
  const auto marked = [](std::uint8_t dscp) {
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    CHECK_FALSE(platform::mark_datagrams(socket, dscp));
    const std::pair found{option_of(socket, IPPROTO_IP, IP_TOS), option_of(socket, SOL_SOCKET, SO_PRIORITY)};
    ::close(socket);
    return found;
  };
  CHECK(marked(46) == std::pair{0xB8, 6});
  CHECK(marked(32) == std::pair{0x80, 6});
  CHECK(marked(8) == std::pair{0x20, 0});
}

TEST_CASE("all datagrams of a stream have its mark when they arrive", "[io][kernel]") {
  const int receiver = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof place;
  REQUIRE(::bind(receiver, reinterpret_cast<const sockaddr*>(&place), size) == 0);
  REQUIRE(::getsockname(receiver, reinterpret_cast<sockaddr*>(&place), &size) == 0);
  const int on = 1;
  REQUIRE(::setsockopt(receiver, IPPROTO_IP, IP_RECVTOS, &on, sizeof on) == 0);
  const timeval patience{.tv_sec = 10, .tv_usec = 0};
  REQUIRE(::setsockopt(receiver, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0);
  for (const int dscp : {46, 0}) {
    const auto socket =
        StreamSocket::open(platform::to_endpoint(place), {.dscp = static_cast<std::uint8_t>(dscp)}).value();
    for (int i = 0; i < 3; ++i) CHECK_FALSE(socket->send(Bytes(100, std::byte{1})));
    socket->flush();
    for (int i = 0; i < 3; ++i) {
      Bytes octets(200);
      iovec vector{octets.data(), octets.size()};
      alignas(cmsghdr) std::array<char, 64> control{};
      msghdr message{};
      message.msg_iov = &vector;
      message.msg_iovlen = 1;
      message.msg_control = control.data();
      message.msg_controllen = control.size();
      REQUIRE(::recvmsg(receiver, &message, 0) == 100);
      const cmsghdr* const header = CMSG_FIRSTHDR(&message);
      REQUIRE(header != nullptr);
      CHECK(header->cmsg_type == IP_TOS);
      CHECK(*CMSG_DATA(header) == dscp << 2);
    }
  }
  ::close(receiver);
}

TEST_CASE("the kernel stamps each datagram by number with the time at which it left", "[io][kernel]") {
  const test::LoopbackReceiver receiver;
  const sockaddr_in to = platform::to_sockaddr(receiver.endpoint());
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  REQUIRE(platform::enable_transmit_stamps(socket));
  CHECK_FALSE(platform::next_stamp(socket));
  for (std::uint32_t i = 0; i < 3; ++i) {
    const auto before = Duration(read(CLOCK_REALTIME));
    REQUIRE(::sendto(socket, "idn", 3, 0, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 3);
    const auto stamp = platform::next_stamp(socket);  // on loopback it is there after sendto()
    REQUIRE(stamp);
    CHECK(stamp->number == i);
    CHECK(stamp->stamp == TimestampSource::Software);
    CHECK(stamp->since_1970 >= before);
    CHECK(stamp->since_1970 <= Duration(read(CLOCK_REALTIME)));
  }
  ::close(socket);
}

TEST_CASE("a log gets the kernel's stamps, also where somebody looks for answers meanwhile", "[io][kernel]") {
  test::LoopbackReceiver receiver;
  const auto log = std::make_shared<SendLog>(8);
  const auto socket = StreamSocket::open(receiver.endpoint(), {.log = log}).value();
  std::array<std::byte, 64> answer;
  for (std::uint8_t i = 0; i < 4; ++i) {
    CHECK_FALSE(socket->send(Bytes{std::byte{0x40}, {}, {}, std::byte{i}}));
    socket->flush();
    CHECK(socket->receive(answer) == 0);
    const auto datagram = log->take();
    if (i == 0) continue;  // returned with the next datagram
    REQUIRE(datagram);
    CHECK(datagram->sequence == i - 1);
    CHECK(datagram->stamp == TimestampSource::Software);
  }
}

TEST_CASE("the error queue tells refusals and late datagrams apart from what is of no concern", "[io]") {
  CHECK(reason(SO_EE_ORIGIN_ICMP, ECONNREFUSED) == std::errc::connection_refused);
  CHECK(reason(SO_EE_ORIGIN_ICMP, EHOSTUNREACH) == std::errc::host_unreachable);
  CHECK(reason(SO_EE_ORIGIN_TXTIME, ECANCELED) == std::errc::operation_canceled);
  CHECK(reason(SO_EE_ORIGIN_TXTIME, EINVAL) == std::errc::operation_canceled);
  CHECK_FALSE(reason(SO_EE_ORIGIN_ICMP, EMSGSIZE));
  CHECK_FALSE(reason(SO_EE_ORIGIN_LOCAL, EMSGSIZE));
  CHECK_FALSE(reason(SO_EE_ORIGIN_ICMP, ECONNREFUSED, IPPROTO_IP, IP_TTL));
  CHECK_FALSE(reason(SO_EE_ORIGIN_ICMP, ECONNREFUSED, SOL_SOCKET, IP_RECVERR));
  msghdr empty{};
  CHECK_FALSE(platform::reason_in(empty));
}

TEST_CASE("where no queue discipline keeps departures, kernel pacing is refused with the remedy",
          "[io][kernel]") {
  test::PrivateNetwork network;
  if (!network.exists()) {
    WARN(kNeedsNetwork);
    return;
  }
  const auto refusal = [] {
    const auto pacing =
        StreamSocket::open(Endpoint::ipv4(0x7F000001, kIdnPort)).value()->enable_kernel_pacing();
    return pacing ? "accepted" : pacing.error().message();
  };
  CHECK(refusal() ==
        "lo has the queue discipline noqueue; kernel pacing needs fq (tc qdisc replace dev lo root fq) or etf");
  if (network.run("tc qdisc add dev lo root tbf rate 1mbit burst 2000 latency 10ms"))
    CHECK(refusal().find("lo has the queue discipline tbf;") == 0);
}

TEST_CASE("where fq is, no datagram leaves ahead of its departure", "[io]") {
  test::PrivateNetwork network;
  if (!network.exists() || !network.run("tc qdisc add dev lo root fq")) {
    WARN("skipped: needs root and a kernel with the queue discipline fq");
    return;
  }
  MonotonicClock clock(WaitMode::Sleep);
  test::LoopbackReceiver receiver;
  const auto socket = StreamSocket::open(receiver.endpoint()).value();
  const auto pacing = socket->enable_kernel_pacing();
  REQUIRE(pacing);
  CHECK(pacing->interface_name == "lo");
  CHECK(pacing->discipline == "fq");
  const TimePoint start = clock.now();
  for (int i = 1; i <= 3; ++i)
    CHECK_FALSE(socket->send_at(Bytes(1, static_cast<std::byte>(i)), start + i * 20ms));
  socket->flush();
  for (int i = 1; i <= 3; ++i) {
    CHECK(receiver.next() == Bytes(1, static_cast<std::byte>(i)));
    CHECK(clock.now() >= start + i * 20ms);
  }
  // Late datagrams are sent at once.
  CHECK_FALSE(socket->send_at(Bytes(1, std::byte{9}), start));
  socket->flush();
  CHECK(receiver.next() == Bytes(1, std::byte{9}));
}

}  // namespace
}  // namespace idn::io
