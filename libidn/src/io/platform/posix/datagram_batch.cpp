// SPDX-License-Identifier: MIT
#include "io/platform/datagram_batch.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>
#include <vector>

#ifdef __linux__
#include "io/platform/linux/receive_stamps.hpp"
#endif
#include "io/platform/posix/socket_address.hpp"

namespace idn::io::platform {
namespace {

constexpr std::size_t kBatch = 16;

template <class T>
bool set_option(NativeSocket socket, int level, int name, T value) {
  return ::setsockopt(socket, level, name, &value, sizeof value) == 0;
}

template <class T>
T content(const cmsghdr& control) {
  T value;
  std::memcpy(&value, CMSG_DATA(&control), sizeof value);
  return value;
}

#ifdef __linux__
/// Receives all datagrams that are there, as many as there are buffers, in one system call.
std::size_t receive_many(NativeSocket socket, std::span<mmsghdr> messages) {
  const int count =
      ::recvmmsg(socket, messages.data(), static_cast<unsigned>(messages.size()), MSG_DONTWAIT, nullptr);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}
#else
struct mmsghdr {
  msghdr msg_hdr;
  unsigned msg_len;
};

std::size_t receive_many(NativeSocket socket, std::span<mmsghdr> messages) {
  std::size_t count = 0;
  for (mmsghdr& message : messages) {
    const ssize_t length = ::recvmsg(socket, &message.msg_hdr, MSG_DONTWAIT);
    if (length < 0) break;
    message.msg_len = static_cast<unsigned>(length);
    ++count;
  }
  return count;
}
#endif

}  // namespace

/// In one step where the system can: another thread may start a program between two.
void open_udp(boost::asio::ip::udp::socket& socket, boost::system::error_code& error) {
  using boost::asio::ip::udp;
#ifdef SOCK_CLOEXEC
  const int descriptor = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0)
    error.assign(errno, boost::system::system_category());
  else
    socket.assign(udp::v4(), descriptor, error);
#else
  socket.open(udp::v4(), error);
  if (!error) ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
#endif
}

std::error_code mark_datagrams(NativeSocket socket, std::uint8_t dscp) noexcept {
  if (!set_option(socket, IPPROTO_IP, IP_TOS, dscp << 2)) return {errno, std::system_category()};
#ifdef __linux__
  // The kernel derives a priority from the bits of RFC 1349, by which EF is not ahead of anything. 6 is the
  // highest without privileges, and the one that pfifo_fast, prio and fq send first.
  constexpr int kInteractive = 6;
  constexpr std::uint8_t kLeastOfRealTime = 32;  // CS4 (RFC 4594)
  if (dscp >= kLeastOfRealTime && !set_option(socket, SOL_SOCKET, SO_PRIORITY, kInteractive))
    return {errno, std::system_category()};
#endif
  return {};
}

std::error_code claim_port(NativeSocket) noexcept {
  return {};  // ports are exclusive by default, without SO_REUSEADDR
}

std::error_code share_port(NativeSocket socket) noexcept {
  bool granted = set_option(socket, SOL_SOCKET, SO_REUSEADDR, 1);
#ifndef __linux__
  granted = set_option(socket, SOL_SOCKET, SO_REUSEPORT, 1) && granted;  // BSD needs both
#endif
  return granted ? std::error_code{} : std::error_code(errno, std::system_category());
}

std::error_code receive_joined_groups_only([[maybe_unused]] NativeSocket socket) noexcept {
#ifdef __linux__
  if (!set_option(socket, IPPROTO_IP, IP_MULTICAST_ALL, 0) && errno != ENOPROTOOPT)
    return {errno, std::system_category()};  // an emulated kernel need not know it
#endif
  return {};
}

void enable_receive_details(NativeSocket socket) noexcept {
  set_option(socket, IPPROTO_IP, IP_PKTINFO, 1);
#ifdef __linux__
  set_option(socket, SOL_SOCKET, SO_TIMESTAMPNS, 1);
  set_option(socket, SOL_SOCKET, SO_RXQ_OVFL, 1);
  enable_hardware_stamps(socket);
#else
  set_option(socket, SOL_SOCKET, SO_TIMESTAMP, 1);
#endif
}

std::size_t set_receive_buffer(NativeSocket socket, std::size_t octets) noexcept {
  const int wanted = static_cast<int>(octets);
  bool granted = false;
#ifdef __linux__
  granted =
      set_option(socket, SOL_SOCKET, SO_RCVBUFFORCE, wanted);  // beyond the system's limit, when privileged
#endif
  if (!granted) set_option(socket, SOL_SOCKET, SO_RCVBUF, wanted);
  int value = 0;
  socklen_t size = sizeof value;
  if (::getsockopt(socket, SOL_SOCKET, SO_RCVBUF, &value, &size) != 0) return 0;
#ifdef __linux__
  value /= 2;  // Linux doubles the request for its own bookkeeping
#endif
  return static_cast<std::size_t>(value);
}

std::error_code send_from(NativeSocket socket, ConstBytes datagram, const Endpoint& to,
                          const Endpoint& from) noexcept {
  sockaddr_in address = to_sockaddr(to);
  iovec octets{const_cast<std::byte*>(datagram.data()), datagram.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(in_pktinfo))> control{};
  msghdr message{};
  message.msg_name = &address;
  message.msg_namelen = sizeof address;
  message.msg_iov = &octets;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = static_cast<decltype(message.msg_controllen)>(control.size());

  in_pktinfo source{};
  source.ipi_spec_dst.s_addr = htonl(from.ipv4_address());
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = IPPROTO_IP;
  header->cmsg_type = IP_PKTINFO;
  header->cmsg_len = CMSG_LEN(sizeof source);
  std::memcpy(CMSG_DATA(header), &source, sizeof source);

  if (::sendmsg(socket, &message, MSG_DONTWAIT) >= 0) return {};
  return {errno, std::system_category()};
}

struct DatagramBatch::State {
  struct Slot {
    std::vector<std::byte> octets;
    sockaddr_in from{};
    iovec vector{};
    alignas(cmsghdr) std::array<char, 256> control{};
  };

  NativeSocket socket;
  Endpoint bound;
  std::array<Slot, kBatch> slots;
  std::array<mmsghdr, kBatch> messages{};
  std::array<ReceivedDatagram, kBatch> datagrams;
  std::uint64_t dropped = 0;

  void prepare(std::size_t index) noexcept;
  ReceivedDatagram read(std::size_t index) noexcept;
  void read_control(const cmsghdr& control, ReceivedDatagram& datagram) noexcept;
  void count_drops(std::uint32_t kernel_counter) noexcept;
};

/// Called before each receive call, since the kernel overwrites the lengths.
void DatagramBatch::State::prepare(std::size_t index) noexcept {
  Slot& slot = slots[index];
  slot.vector = {slot.octets.data(), slot.octets.size()};
  msghdr& header = messages[index].msg_hdr;
  header.msg_name = &slot.from;
  header.msg_namelen = sizeof slot.from;
  header.msg_iov = &slot.vector;
  header.msg_iovlen = 1;
  header.msg_control = slot.control.data();
  header.msg_controllen = static_cast<decltype(header.msg_controllen)>(slot.control.size());
}

ReceivedDatagram DatagramBatch::State::read(std::size_t index) noexcept {
  const Slot& slot = slots[index];
  ReceivedDatagram datagram;
  msghdr& header = messages[index].msg_hdr;
  const bool is_whole = (header.msg_flags & MSG_TRUNC) == 0;
  datagram.bytes = ConstBytes(slot.octets).first(is_whole ? messages[index].msg_len : 0);
  datagram.from = to_endpoint(slot.from);
  datagram.to = datagram.local = bound;
  for (cmsghdr* control = CMSG_FIRSTHDR(&header); control != nullptr; control = CMSG_NXTHDR(&header, control))
    read_control(*control, datagram);
  return datagram;
}

void DatagramBatch::State::read_control(const cmsghdr& control, ReceivedDatagram& datagram) noexcept {
  if (control.cmsg_level == IPPROTO_IP && control.cmsg_type == IP_PKTINFO) {
    const auto info = content<in_pktinfo>(control);
    datagram.to = to_endpoint(info.ipi_addr, bound.port);
    datagram.local = to_endpoint(info.ipi_spec_dst, bound.port);
    datagram.interface_index = static_cast<std::uint32_t>(info.ipi_ifindex);
  }
  if (control.cmsg_level != SOL_SOCKET) return;
#ifdef __linux__
  if (control.cmsg_type == SCM_TIMESTAMPNS) {
    const auto time = content<timespec>(control);
    datagram.arrival.since_1970 = std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    datagram.kernel_time = true;
  }
  // The kernel puts its own stamp ahead.
  if (control.cmsg_type == SCM_TIMESTAMPING && datagram.kernel_time)
    datagram.arrival.since_1970 =
        hardware_stamp(control, datagram.arrival.since_1970).value_or(datagram.arrival.since_1970);
  if (control.cmsg_type == SO_RXQ_OVFL) count_drops(content<std::uint32_t>(control));
#else
  if (control.cmsg_type == SCM_TIMESTAMP) {
    const auto time = content<timeval>(control);
    datagram.arrival.since_1970 = std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    datagram.kernel_time = true;
  }
#endif
}

/// The kernel counts from the opening of the socket in 32 bits: unwraps that to 64 bits.
void DatagramBatch::State::count_drops(std::uint32_t kernel_counter) noexcept {
  dropped += static_cast<std::uint32_t>(kernel_counter - static_cast<std::uint32_t>(dropped));
}

DatagramBatch::DatagramBatch(NativeSocket socket, const Endpoint& bound, std::size_t longest)
    : state_(std::make_unique<State>()) {
  for (auto& slot : state_->slots) slot.octets.resize(longest);
  state_->socket = socket;
  state_->bound = bound;
}

DatagramBatch::~DatagramBatch() = default;

std::span<ReceivedDatagram> DatagramBatch::receive() noexcept {
  for (std::size_t i = 0; i < kBatch; ++i) state_->prepare(i);
  const std::size_t count = receive_many(state_->socket, state_->messages);
  for (std::size_t i = 0; i < count; ++i) state_->datagrams[i] = state_->read(i);
  return std::span(state_->datagrams).first(count);
}

std::uint64_t DatagramBatch::dropped() const noexcept {
  return state_->dropped;
}

}  // namespace idn::io::platform
