// SPDX-License-Identifier: MIT
// A unit that logs the lit datagrams that it plays. Usage: reconnect_receiver UNIT_ID NAME LOG
// Each line of LOG: arrival in nanoseconds since 1970, by the kernel's time stamp, and the source address.
// Client groups can be set with the authentication code "test". Runs until a signal.
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>

#include "idn/io/receive/unit_loop.hpp"

namespace {

using namespace idn;

/// Parses an ID such as "01-0200000000A1": category, then octets in hexadecimal.
wire::UnitId unit_id_from(std::string text) {
  std::erase(text, '-');
  wire::UnitId id{};
  for (std::size_t i = 0; i < std::min(text.size() / 2, wire::UnitId::kSize - 1); ++i) {
    unsigned octet = 0;
    std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, octet, 16);
    id.octets[i + 1] = static_cast<std::uint8_t>(octet);
  }
  id.octets[0] = static_cast<std::uint8_t>(text.size() / 2);
  return id;
}

/// Logs lit chunks. flush() passes the lines to the kernel, so that they survive a kill of this process.
class LightLog final : public stream::ReceiverListener {
 public:
  explicit LightLog(const char* path) : file_(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {}

  void on_datagram(const stream::DatagramReport& report) override {
    const auto* const chunk = report.laser();
    if (chunk == nullptr || std::ranges::all_of(chunk->samples, &LaserSample::is_dark)) return;
    lines_ += fmt::format("{} {}\n", report.arrival.since_1970.count(), to_string(report.session.key.source));
  }
  void flush() {
    if (!lines_.empty() && write(file_, lines_.data(), lines_.size()) < 0) std::perror("log");
    lines_.clear();
  }

 private:
  int file_;
  std::string lines_;
};

struct Unit final : io::UnitHandler {
  Unit(const char* id, const char* name, const char* path)
      : log(path),
        receiver({.unit_id = unit_id_from(id),
                  .host_name = name,
                  .services = stream::one_laser(),
                  .auth_code = "test"},
                 log) {}

  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override {
    for (const auto& datagram : batch) {
      receiver.on_datagram(datagram.bytes, datagram.from, datagram.arrival);
      if (const auto answer = receiver.poll_transmit())
        static_cast<void>(socket->send(answer->bytes, answer->to, datagram.local));
    }
    log.flush();
  }
  TimePoint next_deadline() const noexcept override { return receiver.next_deadline(); }
  void on_deadline(TimePoint now) override { receiver.on_deadline(now); }

  LightLog log;
  stream::Receiver receiver;
  io::UnitLoop loop;
  std::unique_ptr<io::UnitSocket> socket;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  Unit unit(argv[1], argv[2], argv[3]);
  auto socket = io::UnitSocket::open(unit.loop, {});
  if (!socket) return 3;
  unit.socket = *std::move(socket);
  unit.loop.serve(*unit.socket, unit);
  std::puts("ready");
  std::fflush(stdout);
  return unit.loop.run() ? 1 : 0;
}
