// SPDX-License-Identifier: MIT
// A receiver that checks samples against several sets of limits, in floating point. It decodes the datagrams of
// one session independently of the library, of which it uses only the parser of limits. Samples have the format
// "extended". Usage: limits_judge RATE FILE...   Prints its port; ends with the session: exit code 0 nothing
// beyond a limit, 1 something, 3 unknown.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>

#include "limits/limits_of_files.hpp"
#include "unit/output/output_judge.hpp"

namespace {

using Octets = std::vector<unsigned char>;

constexpr int kCannotTell = 3;
constexpr unsigned kMessage = 0x40, kClose = 0x44, kCloseAcknowledge = 0x45;
constexpr std::size_t kSampleSize = 20;
/// Dictionary of "extended": x, y, 638, 532, 460 nm, intensity, deep blue, yellow, cyan and x-prime, 16 bits
/// each.
constexpr std::array<unsigned char, 40> kExtended{0x42, 0x00, 0x40, 0x10, 0x42, 0x10, 0x40, 0x10, 0x52, 0x7e,
                                                  0x40, 0x10, 0x52, 0x14, 0x40, 0x10, 0x51, 0xcc, 0x40, 0x10};

class Arrivals {
 public:
  void push(Octets octets) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(octets));
    }
    changed_.notify_one();
  }
  /// The next datagram; nothing if none arrives within 30 s.
  std::optional<Octets> pop() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::seconds(30), [this] { return !waiting_.empty(); }))
      return std::nullopt;
    Octets octets = std::move(waiting_.front());
    waiting_.pop_front();
    return octets;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Octets> waiting_;
};

unsigned word(const Octets& octets, std::size_t at) {
  return static_cast<unsigned>(octets[at] << 8 | octets[at + 1]);
}

bool is_close(const Octets& octets) {
  return !octets.empty() && (octets[0] == kClose || octets[0] == kCloseAcknowledge);
}

/// A socket on loopback, with a large buffer for the time in which this process does not run. Prints its port.
int open_socket() {
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  const int size = 256 << 20;
  if (::setsockopt(socket, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) != 0)
    ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length) != 0)
    std::exit(kCannotTell);
  std::printf("%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  return socket;
}

void receive(int socket, Arrivals& arrivals) {
  Octets octets(65536);
  bool closed = false;
  while (!closed) {
    const ssize_t size = ::recv(socket, octets.data(), octets.size(), 0);
    if (size < 0) continue;
    Octets arrived(octets.begin(), octets.begin() + size);
    closed = is_close(arrived);
    arrivals.push(std::move(arrived));
  }
}

class Session {
 public:
  Session(const std::vector<idn::output::OutputLimits>& limits, idn::SampleRate rate) {
    for (const auto& one : limits) judges_.emplace_back(one, rate);
  }

  void take(const Octets& octets) {
    count_number(octets);
    if (lost_ > 0) return;
    if (octets[0] >> 1 != kMessage >> 1 || octets.size() <= 12) return;
    if (octets[7] != 1) return;  // not a wave chunk
    std::size_t data = 12;
    if ((octets[6] & 0x40) != 0) {
      const std::size_t size = std::size_t{4} * octets[12];
      check_dictionary(octets, size);
      data = 16 + size;
    }
    for (std::size_t at = data + 4; at + kSampleSize <= octets.size(); at += kSampleSize) judge(octets, at);
  }

  int report() {
    bool beyond = false;
    double used = 0;
    for (const auto& judge : judges_) {
      used = std::max(used, judge.most_used());
      if (judge.offence().empty()) continue;
      beyond = true;
      std::printf("beyond: %s\n", judge.offence().c_str());
    }
    std::printf("%llu samples, %llu lit, %llu lost datagrams, limits used up to %.4g %%%s\n",
                static_cast<unsigned long long>(judges_[0].samples()), static_cast<unsigned long long>(lit_),
                static_cast<unsigned long long>(lost_), used * 100, beyond ? "" : ", nothing beyond");
    if (beyond) return 1;
    return lost_ > 0 || is_foreign_ || lit_ * 100 < judges_[0].samples() ? kCannotTell : 0;
  }

 private:
  /// Counts lost datagrams. Samples after one are not checked, since speed and dwell depend on the earlier
  /// ones.
  void count_number(const Octets& octets) {
    const unsigned number = word(octets, 2);
    if (expected_ && number != *expected_) ++lost_;
    expected_ = (number + 1) & 0xFFFF;
  }
  void check_dictionary(const Octets& octets, std::size_t size) {
    if (size < 20 || std::memcmp(octets.data() + 16, kExtended.data(), 20) != 0) {
      if (!is_foreign_) std::printf("samples are not of the format \"extended\"\n");
      is_foreign_ = true;
    }
  }
  void judge(const Octets& octets, std::size_t at) {
    const auto value = [&](std::size_t index) {
      return static_cast<std::uint16_t>(word(octets, at + 2 * index));
    };
    idn::LaserSample sample;
    sample.x = static_cast<std::int16_t>(value(0));
    sample.y = static_cast<std::int16_t>(value(1));
    sample.r = value(2);
    sample.g = value(3);
    sample.b = value(4);
    sample.intensity = value(5);
    sample.u1 = value(6);
    sample.u2 = value(7);
    sample.u3 = value(8);
    lit_ += (sample.r | sample.g | sample.b | sample.u1 | sample.u2 | sample.u3) != 0 ? 1 : 0;
    for (auto& judge : judges_) judge.judge(sample);
  }

  std::vector<idn::test::OutputJudge> judges_;
  std::optional<unsigned> expected_;
  std::uint64_t lit_ = 0, lost_ = 0;
  bool is_foreign_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  Session session(idn::test::limits_of_files({argv + 2, argv + argc}),
                  {static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10))});
  const int socket = open_socket();
  Arrivals arrivals;
  std::thread receiver([&] { receive(socket, arrivals); });
  receiver.detach();
  for (;;) {
    const auto octets = arrivals.pop();
    if (!octets) {
      std::printf("half a minute without a datagram\n");
      session.report();
      std::fflush(stdout);
      std::_Exit(kCannotTell);
    }
    if (is_close(*octets)) break;
    if (octets->size() >= 4) session.take(*octets);
  }
  return session.report();
}
