// SPDX-License-Identifier: MIT
#include "latency/measure/measurement.hpp"

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>

#include <random>

#include "cli/failure.hpp"
#include "cli/terminal.hpp"
#include "idn/io/now.hpp"
#include "idn/io/send/clock.hpp"
#include "latency/measure/watching_receiver.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;
using boost::asio::ip::udp;

/// Time limit for the first light of the stream.
constexpr Duration kStartTimeout = 10s;
/// Pause after the stream has started, until the queues are full.
constexpr Duration kSettlingTime = 500ms;

constexpr std::size_t kLogCapacity = std::size_t{1} << 14;
constexpr std::size_t kLongestDatagram = 1500;

class Measurement {
 public:
  explicit Measurement(const MeasureOptions& options)
      : options_(options),
        random_(options.seed != 0 ? options.seed : std::random_device{}()),
        log_(options.is_by_program()
                 ? nullptr
                 : std::make_shared<io::SendLog>(kLogCapacity, has_remote_receiver() ? kLongestDatagram : 0)),
        inbox_(options.draws_all() ? Duration{0} : options.work) {
    if (!has_remote_receiver()) receiver_.emplace(options.buffer, options.port);
  }

  LatencyReport run();

 private:
  bool has_remote_receiver() const noexcept { return !options_.receiver.empty(); }
  std::string target() const;
  void await_light();
  void await_answers();
  void send_triggers();
  void wait(Duration duration);
  void drain_log();
  LatencyReport finish();

  const MeasureOptions& options_;
  std::mt19937_64 random_;
  std::shared_ptr<io::SendLog> log_;
  std::optional<WatchingReceiver> receiver_;
  std::optional<RemoteReceiver> remote_;
  std::optional<RemoteReceiverModel> model_;
  TriggerInbox inbox_;
  std::unique_ptr<Application> application_;
  io::MonotonicClock clock_{io::WaitMode::Sleep};
  RawMeasurement raw_;
};

LatencyReport Measurement::run() {
  application_ = start_application(options_, target(), inbox_, log_);
  has_remote_receiver() ? await_answers() : await_light();
  wait(kSettlingTime + options_.queue_latency());
  send_triggers();
  wait(2 * options_.queue_latency() + options_.work + options_.buffer + options_.period + 1s);
  return finish();
}

std::string Measurement::target() const {
  if (has_remote_receiver()) return options_.receiver;
  return options_.target.empty() ? fmt::format("127.0.0.1:{}", receiver_->port()) : options_.target;
}

void Measurement::await_light() {
  const TimePoint until = clock_.now() + kStartTimeout;
  while (!receiver_->is_lit()) {
    wait(10ms);
    if (clock_.now() > until)
      throw cli::Failure(cli::kEnvironment, "no light for 10 s; check that the producer streams");
  }
}

/// Waits 3 s for acknowledges with a latency: those that some receivers send first have none yet. Takes the
/// last latency and the smallest round trip.
void Measurement::await_answers() {
  Duration shortest = Duration::max();
  Duration latency{0};
  for (int i = 0; i < 30; ++i) {
    wait(100ms);
    const auto status = application_->status();
    if (!status || status->receiver_latency == Duration{0}) continue;
    latency = status->receiver_latency;
    shortest = std::min(shortest, status->round_trip);
  }
  if (latency == Duration{0})
    throw cli::Failure(cli::kEnvironment, options_.receiver +
                                              " reports no latency, so the time of its light is unknown; "
                                              "measure with the receiver of idn_latency");
  remote_ = RemoteReceiver{.latency = latency, .round_trip = shortest};
  model_.emplace(*remote_);
}

/// Waits; empties the send log and checks the application at least once per second.
void Measurement::wait(Duration duration) {
  const TimePoint until = clock_.now() + duration;
  do {
    clock_.wait_until(std::min(until, clock_.now() + 1s));
    drain_log();
    if (const auto failure = application_->failure(); !failure.empty())
      throw cli::Failure(cli::kEnvironment, failure);
  } while (clock_.now() < until);
}

void Measurement::send_triggers() {
  boost::asio::io_context context;
  udp::socket link(context);
  boost::system::error_code error;
  link.connect({boost::asio::ip::address_v4::loopback(), inbox_.port()}, error);
  std::uniform_int_distribution<Duration::rep> interval(options_.trigger_interval().count() / 2,
                                                        options_.trigger_interval().count() * 3 / 2);
  cli::StatusLine line;
  for (std::uint64_t i = 0; i < options_.triggers; ++i) {
    wait(Duration(interval(random_)));
    // Not 0, which would be a marker of one colour only.
    const auto number = static_cast<std::uint16_t>(i % 65'535 + 1);
    const auto datagram = trigger_datagram(number);
    if (!error) link.send(boost::asio::buffer(datagram), 0, error);
    if (error) throw cli::Failure(cli::kEnvironment, "cannot send triggers: " + error.message());
    ++raw_.sent;
    if (i % 50 == 0) line.show(fmt::format("trigger {} of {}", i, options_.triggers));
  }
}

void Measurement::drain_log() {
  if (log_ == nullptr) return;
  while (const auto datagram = log_->take()) {
    if (model_) model_->sent(*datagram);
    raw_.datagrams.push_back(*datagram);
    raw_.datagrams.back().octets = {};
  }
}

LatencyReport Measurement::finish() {
  raw_.answers = application_->stop();
  drain_log();
  const MarkerWatch& watch = model_ ? model_->watch() : receiver_->stop();
  raw_.seen = watch.seen();
  raw_.earliest = watch.earliest();
  LatencyReport result = evaluate(raw_);
  result.remote = remote_;
  result.light = watch.light();
  result.pictures = watch.pictures();
  result.datagrams = watch.datagrams();
  if (receiver_) result.dropped = receiver_->dropped();
  return result;
}

}  // namespace

LatencyReport measure(const MeasureOptions& options) {
  return Measurement(options).run();
}

}  // namespace idn::latency
