// SPDX-License-Identifier: MIT
#include "bench/pacing/control_loop.hpp"

#include <sys/prctl.h>

#include <csignal>
#include <memory>
#include <thread>
#include <vector>

#include "bench/command.hpp"
#include "bench/sample_pattern.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn/io/find/network.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/stream/find/target.hpp"
#include "io/send/stream_socket.hpp"
#include "stream/send/packer.hpp"

namespace idn::bench {
namespace {

/// Waits until a point of time, in the given way.
class Waiter {
 public:
  explicit Waiter(ControlWait wait)
      : clock_(wait == ControlWait::Spin ? io::WaitMode::Spin : io::WaitMode::Sleep),
        is_relative_(wait == ControlWait::SleepFor) {}

  TimePoint now() { return clock_.now(); }
  void wait_until(TimePoint deadline) {
    if (!is_relative_) return clock_.wait_until(deadline);
    const Duration left = deadline - now();
    if (left > Duration::zero()) std::this_thread::sleep_for(left);
  }

 private:
  io::MonotonicClock clock_;
  bool is_relative_;
};

std::unique_ptr<io::StreamSocket> connect(const ControlOptions& options) {
  const auto target = stream::parse_target(options.target);
  if (!target) throw cli::Failure(cli::kUsage, "--target: give HOST:PORT");
  const auto to = io::resolve(target->host, target->port);
  if (!to) throw cli::Failure(cli::kEnvironment, options.target + ": " + to.error().message());
  auto net = io::StreamSocket::open(*to);
  if (!net) throw cli::Failure(cli::kEnvironment, "cannot send: " + net.error().message());
  return std::move(*net);
}

stream::Packer create_packer(const ControlOptions& options) {
  auto packer = stream::Packer::create(
      {.rate = {static_cast<std::uint32_t>(options.rate)}, .samples_per_packet = options.samples});
  if (!packer) throw cli::Failure(cli::kUsage, "no datagram holds that; choose other --rate and --samples");
  return std::move(*packer);
}

}  // namespace

std::optional<ControlWait> control_wait_from(std::string_view name) noexcept {
  if (name == "sleep-for") return ControlWait::SleepFor;
  if (name == "absolute") return ControlWait::Absolute;
  if (name == "spin") return ControlWait::Spin;
  return std::nullopt;
}

int run_control(const ControlOptions& options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends when its parent does
  const auto net = connect(options);
  auto packer = create_packer(options);
  const auto samples = sample_pattern(options.samples);
  const Duration tick(static_cast<Duration::rep>(options.samples * 1'000'000'000 / options.rate));
  std::optional<io::RealtimeScope> scope;
  if (options.realtime) scope.emplace(io::RealtimeOptions{.lock_memory = true});
  Waiter waiter(options.wait);

  TimePoint next = waiter.now();
  packer.anchor(floor_us(next));
  for (auto left = options.duration / tick; left > 0; --left) {
    net->send(packer.pack(samples, false));
    net->flush();
    next += tick;
    waiter.wait_until(next);
  }
  net->send(packer.pack_channel_close());
  net->send(packer.channel().session_close());
  net->flush();
  return cli::kOk;
}

void add_control(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<ControlOptions>();
  const cli::CommandLine command =
      app.add_subcommand("control", "One of the plain loops that pacing compares with");
  command.hide();
  command.add_choice("--wait", options->wait, control_wait_from, "sleep-for, absolute, spin", "how");
  command.add_flag("--realtime", options->realtime, "ask for what idn_sender asks for");
  command.add_option("--target", options->target, "where to").type_name("HOST:PORT").required();
  command.add_count("--rate", options->rate, 1, SampleRate::kMax, "samples per second");
  command.add_count("--samples", options->samples, 20, 200, "per datagram");
  command.add_duration("--duration", options->duration, "how long");
  command.callback([options, &run] { run = [options] { return run_control(*options); }; });
}

}  // namespace idn::bench
