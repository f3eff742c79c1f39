// SPDX-License-Identifier: MIT
#include "io/platform/linux/netlink.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace idn::io::platform {
namespace {

class KernelSocket {
 public:
  KernelSocket() : socket_(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE)) {
    // The kernel answers at once; the time-out only limits the wait if it does not.
    const timeval longest{.tv_sec = 1, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  }
  ~KernelSocket() {
    if (socket_ >= 0) ::close(socket_);
  }
  KernelSocket(const KernelSocket&) = delete;
  KernelSocket& operator=(const KernelSocket&) = delete;

  bool send(ConstBytes request) const noexcept {
    const sockaddr_nl kernel{.nl_family = AF_NETLINK, .nl_pad = 0, .nl_pid = 0, .nl_groups = 0};
    return ::sendto(socket_, request.data(), request.size(), 0, reinterpret_cast<const sockaddr*>(&kernel),
                    sizeof kernel) >= 0;
  }
  /// Appends what the kernel has sent; other senders are ignored. The size of the new part, or nothing on an
  /// error.
  std::optional<std::size_t> receive(std::vector<std::byte>& answer) const {
    std::array<std::byte, 32768> octets;
    sockaddr_nl from{};
    socklen_t size = sizeof from;
    const ssize_t length =
        ::recvfrom(socket_, octets.data(), octets.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
    if (length < 0) return std::nullopt;
    if (from.nl_pid != 0) return 0;
    answer.insert(answer.end(), octets.begin(), octets.begin() + length);
    return static_cast<std::size_t>(length);
  }

 private:
  int socket_;
};

/// Whether an answer is complete, and its error if the kernel refused the request.
struct AnswerState {
  bool ended = false;
  int error = 0;
};

AnswerState look_at(ConstBytes part) {
  AnswerState progress;
  for_each_message(part, [&](const nlmsghdr& header, ConstBytes body) {
    const bool is_part = (header.nlmsg_flags & NLM_F_MULTI) != 0 && header.nlmsg_type != NLMSG_DONE;
    progress.ended = progress.ended || !is_part;
    if (header.nlmsg_type != NLMSG_ERROR) return;
    if (const auto refusal = read_as<nlmsgerr>(body)) progress.error = -refusal->error;
  });
  return progress;
}

std::error_code system_error(int number) {
  return {number, std::system_category()};
}

}  // namespace

Result<std::vector<std::byte>> ask_kernel(ConstBytes request) {
  const KernelSocket kernel;
  if (!kernel.send(request)) return fail(system_error(errno));
  std::vector<std::byte> answer;
  for (;;) {
    const auto length = kernel.receive(answer);
    if (!length) return fail(system_error(errno));
    const AnswerState progress = look_at(ConstBytes(answer).last(*length));
    if (progress.error != 0) return fail(system_error(progress.error));
    if (progress.ended) return answer;
  }
}

}  // namespace idn::io::platform
