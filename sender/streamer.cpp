// SPDX-License-Identifier: MIT
#include "sender/streamer.hpp"

#include <fmt/core.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cmath>
#include <functional>

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"
#include "idn/io/driver.hpp"
#include "idn/io/udp_transport.hpp"
#include "sender/feeder.hpp"
#include "sender/source/frame_feed.hpp"
#include "sender/source/sample_feed.hpp"
#include "sender/status.hpp"
#include "sender/target.hpp"

namespace idn::sender {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// Media time that lies ready before the first datagram leaves.
constexpr auto kPrefill = 20ms;

std::unique_ptr<io::UdpTransport> connect(const StreamOptions& options) {
  const Target target = parse_target(options.target);
  auto transport = io::UdpTransport::open(target.host, target.port);
  // What the system answers where a socket that did not ask for it is to reach everybody.
  if (!transport && transport.error() == std::errc::permission_denied)
    throw cli::Failure(cli::kUsage, fmt::format("--target {}: is a broadcast address, but a stream goes to one "
                                                "receiver; give the address of that one",
                                                options.target));
  if (!transport)
    throw cli::Failure(cli::kEnvironment, fmt::format("--target {}: {}; check the name and the network",
                                                      options.target, transport.error().message()));
  return std::move(*transport);
}

/// The thread that keeps the time. Its result is what it found out about waiting.
class TickThread {
 public:
  TickThread(stream::SenderSession& session, io::Transport& net, const StreamOptions& options)
      : session_(session), net_(net), mode_(options.wait), realtime_(!options.no_realtime) {}

  template <class OnStart, class OnEnd>
  void start(OnStart on_start, OnEnd on_end) {
    thread_ = std::jthread([this, on_start, on_end](const std::stop_token& stop) {
      std::optional<io::RealtimeScope> scope;
      // A thread that never sleeps would be throttled by the real-time class it asked for.
      if (realtime_) scope.emplace(mode_ != io::WaitMode::Spin);
      io::SystemClock clock(mode_);
      on_start(Waiting{mode_, clock.guard(), scope ? scope->grants() : std::vector<io::Grant>{}});
      io::run(session_, clock, net_, network_, stop);
      on_end();
    });
  }
  bool has_started() const noexcept { return thread_.joinable(); }
  void stop() { thread_.request_stop(); }
  void join() {
    if (thread_.joinable()) thread_.join();
  }
  const io::DriverStats& network() const noexcept { return network_; }

 private:
  stream::SenderSession& session_;
  io::Transport& net_;
  io::WaitMode mode_;
  bool realtime_;
  io::DriverStats network_;
  std::jthread thread_;
};

std::optional<std::uint64_t> limit(const StreamOptions& options, double per_second) {
  if (options.duration <= 0ns) return std::nullopt;
  return static_cast<std::uint64_t>(
      std::ceil(std::chrono::duration<double>(options.duration).count() * per_second));
}

std::string_view remedy_for(stream::ReceiverState state) {
  switch (state) {
    case stream::ReceiverState::Muted:
      return "end the other client, or choose another --service";
    case stream::ReceiverState::NoService:
      return "choose a --service that the receiver has";
    case stream::ReceiverState::NotDecoded:
      return "choose another --format";
    case stream::ReceiverState::GroupExcluded:
      return "admit the group at the receiver, or choose another --group";
    case stream::ReceiverState::Occupied:
      return "end another client of this receiver";
    default:
      return "look at the receiver";
  }
}

/// What the receiver had to say about the stream is the verdict on it.
void check_reception(const stream::SenderStats& stats, const io::DriverStats& network,
                     const Endpoint& receiver) {
  const auto state = stats.state();
  if (network.send_errors.value() > 0 && stats.acks_received.value() == 0)
    throw cli::Failure(
        cli::kEnvironment,
        fmt::format("nothing listens at {}; start the receiver or correct --target", to_string(receiver)));
  if (state == stream::ReceiverState::Silent)
    throw cli::Failure(cli::kFindings,
                       fmt::format("{} stopped answering during the show; check the receiver and the network",
                                   to_string(receiver)));
  if (is_rejecting(state))
    throw cli::Failure(cli::kFindings,
                       fmt::format("{}: {}; {}", to_string(receiver), to_string(state), remedy_for(state)));
}

int run(Feed& feed, const StreamOptions& asked) {
  const StreamOptions options = located(asked);
  const auto session = stream::SenderSession::create(session_config(options)).value();
  const auto transport = connect(options);

  asio::io_context context;
  asio::signal_set signals(context);
  for (const int number : cli::end_signals()) signals.add(number);
  std::function<void()> begin;
  Feeder feeder(feed, *session, [&] { asio::post(context, [&] { begin(); }); });
  TickThread ticker(*session, *transport, options);

  Status status({*session, ticker.network(), transport->local(), transport->remote(), feed.total_samples(),
                 options.json});

  Waiting waiting;
  std::chrono::steady_clock::time_point begun;
  asio::steady_timer timer(context);
  const std::function<void()> show_progress = [&] {
    timer.expires_after(100ms);
    timer.async_wait([&](const boost::system::error_code& error) {
      if (error) return;
      status.update(std::chrono::steady_clock::now() - begun);
      if (cli::flush_output()) ticker.stop();
      show_progress();
    });
  };
  const auto on_start = [&](const Waiting& found) {
    asio::post(context, [&, found] {
      waiting = found;
      begun = std::chrono::steady_clock::now();
      status.started(found);
      show_progress();
    });
  };

  begin = [&] {
    if (!feeder.ready().get())
      throw cli::Failure(cli::kEnvironment, "the input has no samples; nothing was sent");
    ticker.start(on_start, [&] { asio::post(context, [&] { context.stop(); }); });
  };
  signals.async_wait([&](const boost::system::error_code& error, int) {
    if (error) return;
    ticker.stop();
    if (!ticker.has_started()) context.stop();
  });
  context.run();
  if (!ticker.has_started()) return cli::kOk;  // a signal came before the first samples
  ticker.join();
  status.finished(std::chrono::steady_clock::now() - begun, waiting);
  feeder.finish();
  check_reception(session->stats(), ticker.network(), transport->remote());
  return cli::kOk;
}

}  // namespace

int stream(SampleSource& source, const StreamOptions& options) {
  SampleFeed feed(source, {.prefill = static_cast<std::size_t>(options.rate * (kPrefill / 1ms) / 1000),
                           .limit = limit(options, static_cast<double>(options.rate))});
  return run(feed, options);
}

int stream(std::unique_ptr<PictureSequence> sequence, const PictureTiming& timing,
           const StreamOptions& options) {
  if (options.mode == stream::SenderMode::Wave) {
    PicturePlayer player(std::move(sequence),
                         {{static_cast<std::uint32_t>(options.rate)}, timing.per_second, timing.repeat});
    return stream(player, options);
  }
  FrameFeed feed(std::move(sequence),
                 {.repeat = timing.repeat, .limit = limit(options, options.fps), .once = options.once});
  return run(feed, options);
}

}  // namespace idn::sender
