// SPDX-License-Identifier: MIT
#include "bench/fanout/bare_loop.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "bench/fanout/sink.hpp"
#include "cli/failure.hpp"

namespace idn::bench {
namespace {

constexpr std::size_t kOctets = 716;  // headers, and 100 samples of xyrgb

/// Datagrams of zeros, sent by sendmmsg.
class PreparedDatagrams {
 public:
  PreparedDatagrams(const Sink& sink, std::size_t count)
      : addresses_(count), octets_(kOctets), part_{octets_.data(), octets_.size()}, headers_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Endpoint to = sink.address(i);
      addresses_[i].sin_family = AF_INET;
      addresses_[i].sin_port = htons(to.port);
      addresses_[i].sin_addr.s_addr = htonl(to.ipv4_address());
      headers_[i].msg_hdr = {.msg_name = &addresses_[i],
                             .msg_namelen = sizeof addresses_[i],
                             .msg_iov = &part_,
                             .msg_iovlen = 1,
                             .msg_control = nullptr,
                             .msg_controllen = 0,
                             .msg_flags = 0};
    }
  }

  /// Sends one datagram to every receiver. Returns how many the kernel accepted.
  std::size_t send_to_all(int socket, std::size_t batch) {
    std::size_t sent = 0;
    for (std::size_t i = 0; i < headers_.size(); i += batch) {
      const auto count = static_cast<unsigned>(std::min(batch, headers_.size() - i));
      sent += static_cast<std::size_t>(std::max(0, sendmmsg(socket, headers_.data() + i, count, 0)));
    }
    return sent;
  }

 private:
  std::vector<sockaddr_in> addresses_;
  std::vector<std::byte> octets_;
  iovec part_;
  std::vector<mmsghdr> headers_;
};

}  // namespace

double bare_datagrams_per_second(std::size_t projectors, std::size_t batch, Duration length) {
  using Clock = std::chrono::steady_clock;
  const Sink sink(projectors, 0);
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  if (socket < 0) throw cli::Failure(cli::kEnvironment, "cannot open a socket; close other programs");
  PreparedDatagrams datagrams(sink, projectors);
  std::size_t sent = 0;
  const auto begun = Clock::now();
  auto now = begun;
  for (; now - begun < length; now = Clock::now()) sent += datagrams.send_to_all(socket, batch);
  close(socket);
  return static_cast<double>(sent) / in_seconds(now - begun);
}

}  // namespace idn::bench
