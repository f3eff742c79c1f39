// SPDX-License-Identifier: MIT
#include "latency/measure/trigger_inbox.hpp"

#include "cli/unit_socket.hpp"
#include "idn/endpoint.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/stop_token.hpp"

namespace idn::latency {
namespace {

constexpr std::uint32_t kMagic = 0x49444E54;  // "IDNT"
constexpr std::uint32_t kLoopback = 0x7F000001;

}  // namespace

std::vector<std::byte> trigger_datagram(std::uint16_t number) {
  std::vector<std::byte> datagram(6);
  ByteWriter out(datagram);
  out.write(kMagic);
  out.write(number);
  return datagram;
}

std::optional<std::uint16_t> trigger_number(ConstBytes datagram) noexcept {
  ByteReader in(datagram);
  const auto magic = in.read<std::uint32_t>();
  const auto number = in.read<std::uint16_t>();
  if (!in.ok() || in.remaining() > 0 || magic != kMagic) return std::nullopt;
  return number;
}

void burn(Duration work) noexcept {
  // Windows counts processor time in ticks of its scheduler, one of which may just have begun.
  const auto begun = std::chrono::steady_clock::now();
  const Duration until = io::thread_cpu_time() + work;
  while (io::thread_cpu_time() < until || std::chrono::steady_clock::now() - begun < work) {
  }
}

TriggerInbox::TriggerInbox(Duration work)
    : work_(work), socket_(cli::open_unit_socket(loop_, {.address = kLoopback, .port = 0}, "triggers")) {
  loop_.serve(*socket_, *this);
  thread_ = jthread([this](const stop_token& stop) { loop_.run(stop); });
}

TriggerInbox::~TriggerInbox() {
  thread_.request_stop();
  thread_.join();
}

void TriggerInbox::on_datagrams(std::span<const io::ReceivedDatagram> batch) {
  for (const io::ReceivedDatagram& datagram : batch) {
    const auto number = trigger_number(datagram.bytes);
    if (!number) continue;
    burn(work_);
    const std::lock_guard lock(mutex_);
    done_.push_back({.number = *number, .at = datagram.arrival.at});
  }
}

std::optional<Trigger> TriggerInbox::take() {
  const std::lock_guard lock(mutex_);
  if (done_.empty()) return std::nullopt;
  const Trigger trigger = done_.front();
  done_.pop_front();
  return trigger;
}

}  // namespace idn::latency
