// SPDX-License-Identifier: MIT
#include "load/sessions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "cli/failure.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/io/send/realtime.hpp"
#include "io/send/driver.hpp"
#include "io/send/stream_socket.hpp"
#include "load/server_under_load.hpp"
#include "support/wave_session.hpp"

namespace idn::load {
namespace {

using namespace std::chrono_literals;

std::string unit_with(std::size_t services) {
  std::string text = fmt::format("max_sessions = {0}\nmax_sessions_per_source = {0}\n", services);
  for (std::size_t id = 1; id <= services; ++id)
    text += fmt::format("[[unit.service]]\nid = {}\ntype = \"laser\"\n", id);
  return text;
}

/// Samples of a lit circle.
std::array<LaserSample, 300> circle() {
  std::array<LaserSample, 300> samples{};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(samples.size());
    samples[i] = {.x = static_cast<std::int16_t>(30000 * std::cos(angle)),
                  .y = static_cast<std::int16_t>(30000 * std::sin(angle)),
                  .g = 0xFFFF};
  }
  return samples;
}

/// A sender session with its socket.
struct Link {
  std::unique_ptr<io::StreamSocket> net;
  std::unique_ptr<test::WaveSession> session;

  Link(const Endpoint& receiver, std::uint8_t service, std::uint32_t rate) {
    auto socket = io::StreamSocket::open(receiver);
    if (!socket) throw cli::Failure(cli::kEnvironment, "no socket: " + socket.error().message());
    net = *std::move(socket);
    stream::WaveConfig config;
    config.packer.rate = {rate};
    config.packer.service_id = service;
    session = test::WaveSession::create(config).value();
  }

  void feed() {
    static const auto samples = circle();
    while (session->buffered() < session->capacity() / 2) session->push(samples);
  }
};

std::vector<Link> connect(const ServerUnderLoad& server, const SessionsOptions& options) {
  const Endpoint receiver = Endpoint::ipv4(0x7F00'0001, static_cast<std::uint16_t>(std::stoi(server.port())));
  std::vector<Link> links;
  for (std::size_t i = 0; i < options.sessions; ++i)
    links.emplace_back(receiver, static_cast<std::uint8_t>(i + 1), static_cast<std::uint32_t>(options.rate));
  return links;
}

/// Streams on all links for options.duration, then closes them.
class Player {
 public:
  Player(std::vector<Link>& links, const SessionsOptions& options) : links_(links), options_(options) {}

  template <class Watch>
  void run(Watch watch) {
    start();
    while (!std::ranges::all_of(links_, [](const Link& link) { return link.session->is_done(); })) {
      const auto next =
          std::ranges::min_element(links_, {}, [](const Link& link) { return link.session->next_deadline(); });
      clock_.wait_until(next->session->next_deadline());
      next->feed();
      if (clock_.now() - begun_ >= options_.duration) next->session->close();
      io::send_due(*next->session, clock_, *next->net, network_);
      next->net->flush();
      io::read_answers(*next->session, clock_, *next->net);
      watch(clock_.now() - begun_);
    }
  }

  std::uint64_t send_errors() const noexcept { return network_.send_errors.value(); }

 private:
  /// Start times are distributed over the duration of one packet, as those of independent programs would be.
  void start() {
    begun_ = clock_.now();
    const Duration packet = std::chrono::nanoseconds(1s) * 100 / options_.rate;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      links_[i].feed();
      links_[i].session->start(begun_ + packet * static_cast<std::int64_t>(i) /
                                            static_cast<std::int64_t>(links_.size()));
    }
  }

  std::vector<Link>& links_;
  const SessionsOptions& options_;
  io::MonotonicClock clock_{io::WaitMode::Sleep};
  io::DriverStats network_;
  TimePoint begun_;
};

struct Sent {
  std::uint64_t datagrams = 0;
  std::uint64_t samples = 0;
  std::uint64_t reanchors = 0;

  explicit Sent(const std::vector<Link>& links) {
    for (const auto& link : links) {
      datagrams += link.session->stats().datagrams.value();
      samples += link.session->stats().samples.value();
      reanchors += link.session->stats().reanchors.value();
    }
  }
};

void compare(const Sent& sent, const Json& summary, std::size_t sessions, Report& report) {
  const auto& total = summary["total"];
  const auto& traffic = summary["traffic"];
  const auto none = [&](const char* what, const Json& count) {
    report.judge(what, count.dump(), count.get<std::uint64_t>() == 0);
  };
  report.judge("streams", total["streams"].dump(), total["streams"] == sessions);
  report.tell("datagrams sent", std::to_string(sent.datagrams));
  report.judge("datagrams received", total["datagrams"].dump(), total["datagrams"] == sent.datagrams);
  report.tell("samples sent", std::to_string(sent.samples));
  report.judge("samples received", total["samples"].dump(), total["samples"] == sent.samples);
  none("lost", total["lost"]);
  none("dropped by the kernel", traffic["dropped_by_kernel"]);
  none("refused", traffic["refused"]);
  none("malformed", traffic["malformed"]);
  report.tell("restarts of the sender after stalls", std::to_string(sent.reanchors));
}

}  // namespace

int run_sessions(const SessionsOptions& options) {
  ServerUnderLoad server(unit_with(options.sessions));
  std::vector<Link> links = connect(server, options);
  MemoryWatch memory(options.duration);
  Report report;
  const Duration cpu_before = server.cpu_time();
  Duration elapsed{};
  Player player(links, options);
  {
    io::RealtimeScope realtime({.lock_memory = true});
    player.run([&](Duration now) { memory.look(server, elapsed = now); });
  }
  const Duration cpu = server.cpu_time() - cpu_before;
  report.tell("sessions", fmt::format("{} x {} samples/s", options.sessions, options.rate));
  report.tell("time", fmt::format("{:.1f} s", in_seconds(elapsed)));
  memory.tell(server, report);
  report.tell("processor used by the server", share_of_processor(cpu, elapsed));
  report.judge("datagrams that could not be sent", std::to_string(player.send_errors()),
               player.send_errors() == 0);
  compare(Sent(links), server.finish(), options.sessions, report);
  return report.finish();
}

}  // namespace idn::load
