// SPDX-License-Identifier: MIT
#include "plugins/jack/session.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "cli/end_signals.hpp"
#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"
#include "cli/text.hpp"
#include "plugins/common/rack.hpp"
#include "plugins/jack/client_feed.hpp"

namespace idn::jack {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kPollInterval = 100ms;    ///< for changes of state
constexpr auto kRetryInterval = 1000ms;  ///< for a server or projector that is missing

class Session {
 public:
  Session(const JackOptions& options, const Venue& venue);
  int run();

 private:
  void poll();
  void find_output();
  void find_server();
  void close_feed();
  void connect_source();
  void report_server();
  void report_output();
  void report_counts();
  void print(const std::string& line);
  Totals totals() const;
  std::string summary() const;

  const JackOptions& options_;
  plugins::Rack rack_;
  plugins::Output* output_ = nullptr;
  std::unique_ptr<ClientFeed> feed_;
  Totals closed_totals_;  ///< sum over clients that have ended
  Totals reported_;
  std::string no_server_, problem_, source_;  ///< as printed last
  bool printed_missing_ = false;
  std::uint32_t other_rate_ = 0;  ///< Client::other_rate() of the last client
  Duration latency_{0};           ///< of the feed, as printed last
  Clock::time_point next_output_attempt_{}, next_server_attempt_{}, next_report_{};
  asio::io_context context_;
  asio::signal_set signals_{context_};
  asio::steady_timer timer_{context_}, end_{context_};
};

Session::Session(const JackOptions& options, const Venue& venue)
    : options_(options), rack_("jack", venue, plugins::Arming::BySettings) {
  for (const int number : cli::end_signals()) signals_.add(number);
}

void Session::print(const std::string& line) {
  rack_.log().write(line);
  fmt::print("{}\n", cli::printable(line));
  if (cli::flush_output()) context_.stop();
}

int Session::run() {
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (!error) context_.stop();
  });
  if (options_.duration) {
    end_.expires_after(*options_.duration);
    end_.async_wait([this](boost::system::error_code) { context_.stop(); });
  }
  poll();
  context_.run();
  if (output_ != nullptr) output_->close();
  const std::string last = summary();
  close_feed();
  rack_.log().write(last);
  fmt::print("{}\n", last);
  return cli::kOk;
}

void Session::poll() {
  if (output_ == nullptr || !output_->is_open()) find_output();
  if (feed_ && feed_->client().needs_reopen()) {
    other_rate_ = feed_->client().other_rate();
    print(other_rate_ == 0 ? "JACK server gone: dark until it is back"
                           : fmt::format("JACK's rate is now {} samples/s", other_rate_));
    close_feed();
  }
  if (!feed_ && output_ != nullptr) find_server();
  report_server();
  if (feed_ && (options_.openlase || !options_.source.empty())) connect_source();
  if (output_ != nullptr) report_output();
  report_counts();
  timer_.expires_after(kPollInterval);
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error) poll();
  });
}

void Session::find_output() {
  if (Clock::now() < next_output_attempt_) return;
  next_output_attempt_ = Clock::now() + kRetryInterval;
  if (output_ == nullptr && rack_.scan() > 0) output_ = rack_.at(0);
  if (output_ != nullptr)
    output_->open();
  else if (!std::exchange(printed_missing_, true))
    print("no projector answers yet; check its power, cable and network, or name one");
}

void Session::find_server() {
  if (Clock::now() < next_server_attempt_) return;
  next_server_attempt_ = Clock::now() + kRetryInterval;
  auto client = Client::open({.name = options_.name,
                              .server = options_.server,
                              .extra_ports = options_.extra_ports,
                              .follow_transport = options_.transport,
                              .rate = std::exchange(other_rate_, 0)});
  if (!client) {
    if (std::exchange(no_server_, client.error()) != client.error())
      print(client.error() + " yet; start it, by jackd for example");
    return;
  }
  no_server_.clear();
  feed_ = std::make_unique<ClientFeed>(*std::move(client), *output_, options_.rate.value_or(0),
                                       output_->settings().hosts.latency);
  latency_ = Duration{0};
}

void Session::report_server() {
  if (!feed_ || std::exchange(latency_, feed_->latency()) == feed_->latency()) return;
  const std::uint32_t from = feed_->client().rate().per_second, to = feed_->rate().per_second;
  print(fmt::format("JACK client {}: {} samples/s, periods of {}{}; latency {:.1f} ms{}",
                    feed_->client().name(), from, feed_->client().period(),
                    from == to ? "" : fmt::format(", resampled to {}", to), in_millis(latency_),
                    latency_ > output_->settings().hosts.latency ? ", as periods are so long" : ""));
}

/// Ends the feed. Samples that the device has queued are dropped.
void Session::close_feed() {
  if (!feed_) return;
  const Totals last = feed_->totals();
  feed_.reset();
  closed_totals_ += last;
  source_.clear();
  if (const auto device = output_->device()) (void)device->stop();
}

void Session::connect_source() {
  if (!feed_->client().has_new_ports()) return;
  const std::string source = feed_->client().connect(options_.source);
  if (std::exchange(source_, source) != source && !source.empty()) print("connected to " + source);
}

void Session::report_output() {
  const std::string problem = output_->problem();
  if (!output_->is_open() || !problem.empty()) {
    if (std::exchange(problem_, problem) != problem) print(output_->name() + ": " + problem);
  } else if (std::exchange(problem_, "none") != "none") {
    print(output_->name() + ": plays at " + to_string(output_->device()->status().remote));
  }
}

Totals Session::totals() const {
  Totals all = closed_totals_;
  if (feed_) all += feed_->totals();
  return all;
}

void Session::report_counts() {
  const Totals now = totals();
  if (Clock::now() < next_report_ || now == reported_) return;
  next_report_ = Clock::now() + 1s;
  const Totals before = std::exchange(reported_, now);
  if (now.xruns != before.xruns || now.missed != before.missed)
    print(fmt::format("xruns: {}, {} samples dropped by JACK, {} late; all dark", now.xruns, now.missed,
                      now.late));
  else if (now.late != before.late)
    print(fmt::format("{} samples came late, dark; give the device more latency_ms", now.late - before.late));
}

std::string Session::summary() const {
  const Totals all = totals();
  return fmt::format("xruns {}, dropped by JACK {}, late {}, dropped {}, begun {}, clock of JACK {:+.1f} ppm",
                     all.xruns, all.missed, all.late, all.dropped, all.starts,
                     feed_ ? static_cast<double>(feed_->correction_ppb()) * 1e-3 : 0.0);
}

}  // namespace

int run(const JackOptions& options) {
  auto venue = load_venue(options.venue_file);
  if (!venue) throw cli::Failure(cli::kUsage, venue.error());
  return Session(options, with_one_projector(*std::move(venue), options.projector)).run();
}

}  // namespace idn::jack
