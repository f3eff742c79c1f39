// SPDX-License-Identifier: MIT
#include "sender/doctor/reception.hpp"

#include <fmt/format.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <future>

#include "cli/failure.hpp"
#include "cli/unit_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/wire/channel_message.hpp"

namespace idn::sender::doctor {
namespace {

using namespace std::chrono_literals;

/// For the first datagram of a stream.
constexpr Duration kArrivalTime = 5s;
/// Without memory that is mapped while datagrams arrive.
constexpr std::size_t kMostExpected = std::size_t{1} << 17;

/// How often a trial is tried in which nothing was read, since the thread or its sender was held up all the
/// time.
constexpr int kTries = 5;

[[noreturn]] void refuse_silence(std::uint16_t port) {
  if (port == 0)
    throw cli::Failure(cli::kEnvironment,
                       "nothing arrives over loopback; end programs that keep this machine busy");
  throw cli::Failure(cli::kEnvironment,
                     fmt::format("nothing arrives at port {}; stream to it from the other machine: idn_sender "
                                 "pattern circle --target THIS_MACHINE:{}",
                                 port, port));
}

io::UnitSocketOptions socket_options(const TrialOptions& options, const Setup& setup) {
  return {.address = options.port == 0 ? INADDR_LOOPBACK : INADDR_ANY,
          .port = options.port,
          .receive_buffer = setup.receive_buffer,
          .broadcasts = false};
}

/// What idn_server asks of the system for its thread.
io::RealtimeOptions receiver_options(const Setup& setup) {
  return {.priority = setup.scheduling != SchedulingClass::Ordinary,
          .role = io::RealtimeRole::Receiver,
          .lock_memory = setup.lock_memory,
          .processors = setup.processors(),
          .awake_processors = setup.awake_processors};
}

/// Measures one trial, from the first datagram on.
class ReceptionMeter : public io::UnitHandler {
 public:
  ReceptionMeter() { reading_.reserve(kMostExpected); }

  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override {
    const TimePoint read = io::monotonic_now();
    has_any_ = true;
    if (!counts_) return;
    for (const io::ReceivedDatagram& datagram : batch) {
      reading_.push_back(read - datagram.arrival.at);
      const auto media = media_time(datagram.bytes);
      if (!media) continue;
      if (!stream_) stream_ = {datagram.from, media->channel};
      if (stream_ == std::pair(datagram.from, media->channel)) media_.add(media->at, read);
    }
  }

  bool has_any() const noexcept { return has_any_; }
  void count() noexcept { counts_ = true; }
  std::vector<Duration> take(bool is_before_stamp) {
    return is_before_stamp ? media_.take() : std::move(reading_);
  }

 private:
  bool has_any_ = false;
  bool counts_ = false;
  std::vector<Duration> reading_;
  std::optional<std::pair<Endpoint, std::uint8_t>> stream_;  ///< the one whose media time is measured
  MediaLateness media_;
};

void receive_until(TimePoint end, io::UnitLoop& loop, bool spins) {
  while (io::monotonic_now() < end) loop.turn(spins ? TimePoint{} : end);
}

Lateness measure_reception(const TrialOptions& options, const Setup& setup, bool is_before_stamp,
                           io::UnitLoop& loop, io::UnitSocket& socket) {
  ReceptionMeter meter;
  const io::RealtimeScope scope(receiver_options(setup));
  loop.serve(socket, meter);
  for (const TimePoint end = io::monotonic_now() + kArrivalTime; !meter.has_any() && io::monotonic_now() < end;)
    loop.turn(end);
  if (!meter.has_any()) refuse_silence(options.port);
  receive_until(io::monotonic_now() + options.settling, loop, setup.spins);
  const std::uint64_t dropped_before = socket.dropped();
  meter.count();
  receive_until(io::monotonic_now() + options.length, loop, setup.spins);
  const std::size_t dropped = socket.dropped() - dropped_before;
  std::vector<Duration> late = meter.take(is_before_stamp);
  late.insert(late.end(), dropped, options.length);
  Lateness summary = summarise_lateness(std::move(late));
  summary.dropped = dropped;
  return summary;
}

/// A datagram and what the kernel tells of its way, for which a UnitSocket has no use.
class ProbeSocket {
 public:
  explicit ProbeSocket(std::uint16_t port) : descriptor_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    const int on = 1;
    setsockopt(descriptor_, IPPROTO_IP, IP_PKTINFO, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      close(descriptor_);
      descriptor_ = -1;
    }
  }
  ~ProbeSocket() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  ProbeSocket(const ProbeSocket&) = delete;
  ProbeSocket& operator=(const ProbeSocket&) = delete;

  /// The name of the interface by which the first datagram came; empty: none did.
  std::string interface_name(Duration longest) const {
    pollfd readable{descriptor_, POLLIN, 0};
    if (poll(&readable, 1, static_cast<int>(longest / 1ms)) <= 0) return {};
    alignas(cmsghdr) std::array<char, 256> control{};
    msghdr message{};
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (recvmsg(descriptor_, &message, MSG_DONTWAIT) < 0) return {};
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
      if (part->cmsg_level != IPPROTO_IP || part->cmsg_type != IP_PKTINFO) continue;
      in_pktinfo info;
      std::memcpy(&info, CMSG_DATA(part), sizeof info);
      std::array<char, IF_NAMESIZE> name{};
      if (if_indextoname(static_cast<unsigned>(info.ipi_ifindex), name.data()) != nullptr) return name.data();
    }
    return {};
  }
  /// Whether what came is of a queue that the kernel can poll.
  bool is_polled() const {
    unsigned queue = 0;
    socklen_t size = sizeof queue;
    return getsockopt(descriptor_, SOL_SOCKET, SO_INCOMING_NAPI_ID, &queue, &size) == 0 && queue != 0;
  }

 private:
  int descriptor_;
};

/// Without datagrams where none were read.
Lateness try_trial(const TrialOptions& options, const Setup& setup, bool is_before_stamp) {
  std::optional<IdleSpinner> spinner;
  if (setup.idle_spinner && setup.processor) spinner.emplace(*setup.processor);
  io::UnitLoop loop;
  const auto socket = cli::open_unit_socket(loop, socket_options(options, setup), "with --port");
  std::future<std::vector<Duration>> sender;
  // What concerns the whole process or machine is asked for by the sender, too.
  if (options.port == 0)
    sender = std::async(std::launch::async, stream_dark, to_string(socket->local()), options,
                        Setup{.lock_memory = setup.lock_memory, .awake_processors = setup.awake_processors});
  // On a thread of its own, which takes its scheduling with it when it ends.
  return std::async(std::launch::async,
                    [&] { return measure_reception(options, setup, is_before_stamp, loop, *socket); })
      .get();
}

}  // namespace

ArrivalDevice find_arrivals(std::uint16_t port) {
  ArrivalDevice device;
  io::UnitLoop loop;
  // Says why where the port is taken.
  device.granted =
      cli::open_unit_socket(loop, socket_options({.port = port}, {}), "with --port")->receive_buffer();
  if (port == 0) return device;
  const ProbeSocket probe(port);
  device.name = probe.interface_name(kArrivalTime);
  if (device.name.empty()) refuse_silence(port);
  device.is_polled = probe.is_polled();
  return device;
}

Lateness receive_trial(const TrialOptions& options, const Setup& setup, bool is_before_stamp) {
  for (int i = 0; i < kTries; ++i)
    if (Lateness found = try_trial(options, setup, is_before_stamp); found.datagrams > 0) return found;
  refuse_silence(options.port);
}

std::optional<MediaTime> media_time(ConstBytes datagram) {
  ByteReader in(datagram);
  wire::PacketHeader packet;
  wire::ChannelMessageHeader message;
  if (!packet.read(in) || !wire::is_realtime(packet.command) || !message.read(in)) return std::nullopt;
  if (message.type == wire::ChunkType::Void || wire::is_sequel(message.type)) return std::nullopt;
  return MediaTime{message.channel, message.timestamp};
}

void MediaLateness::add(WireMicros media, TimePoint read) {
  last_ = unwrap(media, last_.value_or(0));
  late_.push_back(read.time_since_epoch() - std::chrono::microseconds(*last_));
}

std::vector<Duration> MediaLateness::take() {
  const auto least = std::ranges::min_element(late_);
  if (least == late_.end()) return {};
  const Duration start = *least;
  for (Duration& late : late_) late -= start;
  return std::move(late_);
}

}  // namespace idn::sender::doctor
