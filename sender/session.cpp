// SPDX-License-Identifier: MIT
#include "sender/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cmath>
#include <deque>
#include <mutex>
#include <optional>
#include <set>

#include "cli/end_signals.hpp"
#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"
#include "cli/terminal.hpp"
#include "cli/text.hpp"
#include "cli/timing_json.hpp"
#include "idn/io/find/discovery.hpp"
#include "idn/io/now.hpp"
#include "idn/output/output_limits.hpp"
#include "sender/active_stream.hpp"
#include "sender/status.hpp"
#include "sender/target.hpp"
#include "sender/trigger/keyboard.hpp"
#include "sender/trigger/triggers.hpp"

namespace idn::sender {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// Time in which all tick threads look at the start time.
constexpr Duration kStartDelay = 2 * io::kStartNotice;

/// Reports of a receiver's buffer that differ by less are of the same.
constexpr Duration kSteadyLatency = 2ms;

bool is_loopback(const Endpoint& at) {
  return at.ipv4_address() >> 24 == 127;
}

/// Runs streams from their preparation to their summary, on the thread that calls run(); other threads post to
/// it.
class Session {
 public:
  Session(std::vector<StreamPlan> plans, const LoopOptions& options);
  int run();

 private:
  client::EngineOptions engine_options(std::size_t streams, const LoopOptions& options);
  void tell_limits() const;
  void open_triggers(const LoopOptions& options);
  bool obey(const Action& action);
  void expect(const Action& cue);
  void on_trigger_failure(const std::string& reason);
  void prepare();
  void begin();
  void on_signal();
  stream::UnitList search(const std::vector<StreamPlan>& plans, const LoopOptions& options) const;
  void look_for_receivers();
  void handle_losses();
  void follow_light();
  Duration lag_of(const ActiveStream& stream, const client::DeviceStatus& status) const;
  void on_search(const stream::UnitList& found);
  void show_progress();
  void stop();
  int finish();
  template <class Call>
  std::function<void()> posted(Call call) {
    return [this, call] { asio::post(context_, call); };
  }
  Duration elapsed() const { return std::max<Duration>(std::chrono::steady_clock::now() - begun_, 0s); }

  asio::io_context context_;  ///< first: threads of the members below post to it
  asio::signal_set signals_{context_};
  asio::steady_timer timer_{context_};
  asio::steady_timer end_{context_};  ///< of all streams
  Status status_;
  std::size_t unprepared_;
  std::optional<AfterLoss> after_loss_;
  std::vector<std::string> interfaces_;
  Duration duration_;
  std::optional<Duration> start_at_;
  std::size_t running_ = 0;  ///< tick threads
  bool has_begun_ = false;
  std::chrono::steady_clock::time_point begun_;
  client::Engine engine_;
  client::Devices devices_;
  std::deque<ActiveStream> streams_;  ///< their devices use the engine
  std::mutex obeying_;                ///< one thread at a time applies actions to the streams
  std::optional<Triggers> triggers_;  ///< uses the streams
  std::unique_ptr<Soundtrack> soundtrack_;
  TimePoint start_{};                ///< when the first sample leaves
  std::optional<TimePoint> answer_;  ///< that of `told_latency_`
  Duration told_latency_{0}, light_latency_{0};
  std::optional<io::UnitWatcher> watcher_;
  std::unique_ptr<Keyboard> keyboard_;
  std::string trigger_failure_;  ///< empty while triggers can come
};

client::EngineOptions Session::engine_options(std::size_t streams, const LoopOptions& options) {
  return {.threads = static_cast<unsigned>(std::min<std::size_t>(options.loops, streams)),
          .wait = options.wait,
          .realtime = !options.no_realtime,
          .expert = {.cpu_budget = options.cpu_budget > 0 ? options.cpu_budget : io::kUsualCpuBudget,
                     .lock_memory = true,
                     .processors = options.processors,
                     .kernel_pacing = options.pace == Pace::Kernel,
                     .on_idle = posted([this] {
                       if (--running_ == 0) context_.stop();
                     })}};
}

/// One search for all units that targets name. Those that are not there are waited for as long as asked.
stream::UnitList Session::search(const std::vector<StreamPlan>& plans, const LoopOptions& options) const {
  stream::UnitList found;
  if (std::ranges::none_of(plans, [](const StreamPlan& plan) { return needs_search(plan.options); }))
    return found;
  io::DiscoveryOptions search;
  search.interfaces = interfaces_;
  search.search.client_group = static_cast<std::uint8_t>(plans.front().options.group);
  const TimePoint end = io::monotonic_now() + options.wait_for_units.value_or(0s);
  const auto is_away = [&](const StreamPlan& plan) { return is_missing(plan.options, found); };
  do {
    found = io::discover(search).found;
  } while (io::monotonic_now() < end && std::ranges::any_of(plans, is_away));
  return found;
}

Session::Session(std::vector<StreamPlan> plans, const LoopOptions& options)
    : status_(options.status),
      unprepared_(plans.size()),
      after_loss_(options.after_loss),
      interfaces_(options.interfaces),
      duration_(options.duration),
      start_at_(options.start_at),
      engine_(engine_options(plans.size(), options)),
      devices_(engine_, client::Search::Off) {
  const stream::UnitList found = search(plans, options);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const auto on_unit = [this, i](const stream::UnitEvent& event) {
      asio::post(context_, [this, i, event] { status_.report(i, streams_[i].unit_name(), event); });
    };
    const ActiveStream& stream = streams_.emplace_back(std::move(plans[i]), devices_, found,
                                                       options.wait_for_units.has_value(), on_unit);
    status_.add({.options = stream.options(),
                 .device = stream.device(),
                 .name = cli::printable(stream.name()),
                 .playing = [&stream] { return stream.playing(); },
                 .remote = stream.device().status().remote,
                 .total_samples = stream.total_samples(),
                 .is_armed_by_content = stream.is_armed_by_content(),
                 .is_missing = [&stream] { return stream.is_missing(); },
                 .brightness = [&stream] { return stream.brightness(); }});
  }
  if (!options.sound.file.empty()) soundtrack_ = open_soundtrack(options.sound);
  tell_limits();
  for (std::size_t i = 0; i < streams_.size(); ++i)
    if (streams_[i].is_missing()) status_.missing(i);
  for (const int number : cli::end_signals()) signals_.add(number);
  for (const ActiveStream& stream : streams_)
    if (!stream.listens_at().empty()) status_.listening("pictures", stream.listens_at());
  if (!options.on.empty()) open_triggers(options);
  if (options.begins_dark) obey({Action::Kind::Dark});
  keyboard_ = Keyboard::open([this](const Action& action) { obey(action); });
  if (keyboard_) status_.keys(std::ranges::any_of(streams_, &ActiveStream::has_cues));
}

void Session::tell_limits() const {
  std::set<LimitsInForce> all;
  for (const ActiveStream& stream : streams_)
    all.insert(stream.options().limits_in_force.begin(), stream.options().limits_in_force.end());
  if (const auto limits = output::machine_limits(); limits && limits->any())
    all.insert({output::kLimitsFile, limits->acts()});
  for (const LimitsInForce& limits : all) status_.limits_of(limits.file, limits.acts);
}

void Session::open_triggers(const LoopOptions& options) {
  std::vector<SentDatagrams> sent;
  for (const ActiveStream& stream : streams_)
    sent.emplace_back([&device = stream.device()] { return device.status().datagrams; });
  triggers_.emplace(
      options.on, [this](const Action& action) { return obey(action); },
      [this](const TriggerOutcome& outcome) {
        asio::post(context_, [this, outcome] { status_.carried_out(outcome); });
      },
      [this](const std::string& reason) {
        asio::post(context_, [this, reason] { on_trigger_failure(reason); });
      },
      std::move(sent), [this](const Action& action) { expect(action); });
  for (const Triggers::Place& place : triggers_->places())
    status_.listening(fmt::format("triggers by {}", to_string(place.kind)), place.name);
}

/// Called on the thread of the triggers.
void Session::expect(const Action& cue) {
  const std::lock_guard lock(obeying_);
  for (ActiveStream& stream : streams_) stream.expect(cue);
}

/// Also called on the threads of the triggers and of the keyboard.
bool Session::obey(const Action& action) {
  const std::lock_guard lock(obeying_);
  bool has_obeyed = false;
  for (std::size_t i = 0; i < streams_.size(); ++i)
    if (action.stream == 0 || action.stream == i + 1) has_obeyed = streams_[i].obey(action) || has_obeyed;
  if (!has_obeyed && !action.is_of_light())
    asio::post(context_, [this, number = action.number.value_or(0)] { status_.without_cue(number); });
  if (action.is_of_light()) asio::post(context_, [this, stream = action.stream] { status_.switched(stream); });
  return has_obeyed;
}

/// Ends the streams if triggers no longer work: light that cannot be switched off must not go on.
void Session::on_trigger_failure(const std::string& reason) {
  trigger_failure_ = reason;
  on_signal();
}

int Session::run() {
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (!error) on_signal();
  });
  prepare();
  context_.run();
  if (has_begun_) return finish();
  return cli::kOk;  // a signal came before the first samples
}

/// All streams begin together, when the last of them has samples enough.
void Session::prepare() {
  for (ActiveStream& stream : streams_)
    stream.prepare(posted([this, &stream] {
      stream.check_input();
      if (--unprepared_ == 0) begin();
    }));
}

void Session::begin() {
  has_begun_ = true;
  const auto threads = engine_.status();
  running_ = threads.size();
  const io::StartTime start = start_at_ ? io::StartTime(std::chrono::sys_time<Duration>(*start_at_))
                                        : io::StartTime(io::monotonic_now() + kStartDelay);
  start_ = io::to_monotonic(start);
  for (ActiveStream& stream : streams_) stream.start_at(start);
  if (soundtrack_) soundtrack_->start_at(start_);
  begun_ = start_at_ ? io::to_steady_clock(start_) : std::chrono::steady_clock::now();
  if (start_at_) status_.waits_until(*start_at_);
  status_.started(threads.front());
  look_for_receivers();
  show_progress();
  if (duration_ == 0s) return;
  end_.expires_at(io::to_steady_clock(start_ + duration_));
  end_.async_wait([this](boost::system::error_code error) {
    if (!error) stop();
  });
}

/// Units that are missing are searched for on all networks. Whoever answers a search is on; some never
/// acknowledge. They are asked once, and again only while some are missing. Units are looked for by the devices
/// that follow them, and of this machine the system tells when nobody listens.
void Session::look_for_receivers() {
  io::DiscoveryOptions search{.broadcast = false};
  search.interfaces = interfaces_;
  for (const ActiveStream& stream : streams_) {
    const Endpoint remote = stream.device().status().remote;
    if (stream.is_missing()) search.broadcast = true;
    if (!stream.is_missing() && !stream.options().unit && !is_loopback(remote))
      search.search.addresses.push_back(remote);
    search.search.client_group = static_cast<std::uint8_t>(stream.options().group);
  }
  if (search.search.addresses.empty() && !search.broadcast) return;
  watcher_.emplace(std::move(search), [this](const io::DiscoveryReport& report) {
    asio::post(context_, [this, found = report.found] { on_search(found); });
  });
}

void Session::on_search(const stream::UnitList& found) {
  bool is_anyone_missing = false;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (streams_[i].is_missing()) {
      if (streams_[i].join(found)) status_.joined(i, streams_[i].device().status().remote);
      is_anyone_missing = is_anyone_missing || streams_[i].is_missing();
      continue;
    }
    const client::DeviceStatus status = streams_[i].device().status();
    if (streams_[i].options().unit || is_loopback(status.remote) || status.acks_received > 0) continue;
    const bool is_found = found.at(status.remote) != nullptr;
    status_.searched(i, is_found);
    is_anyone_missing = is_anyone_missing || !is_found;
  }
  if (!is_anyone_missing) watcher_.reset();
}

void Session::show_progress() {
  timer_.expires_after(100ms);
  timer_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    status_.update(elapsed());
    if (soundtrack_) follow_light();
    handle_losses();
    if (cli::flush_output()) stop();
    show_progress();
  });
}

/// Light is seen when the first receiver that tells of its buffer has played it.
void Session::follow_light() {
  for (const ActiveStream& stream : streams_) {
    const client::DeviceStatus status = stream.device().status();
    if (status.receiver_latency == 0s) continue;
    // A single report may be of a datagram that came late.
    if (std::exchange(answer_, status.answered_at) != status.answered_at) {
      const Duration former = std::exchange(told_latency_, status.receiver_latency);
      if (std::chrono::abs(told_latency_ - former) < kSteadyLatency) light_latency_ = told_latency_;
    }
    if (light_latency_ > 0s) soundtrack_->set_light_delay(light_latency_ + lag_of(stream, status));
    return;
  }
}

/// How much later its content is sent than planned at the start: darkness in place of an input that was late,
/// and stalls of this machine, shift the rest. Frames keep their times.
Duration Session::lag_of(const ActiveStream& stream, const client::DeviceStatus& status) const {
  if (stream.options().mode == StreamMode::Frame) return Duration{0};
  const double rate = static_cast<double>(stream.options().rate);
  const double sent = static_cast<double>(status.samples - status.starved_samples) -
                      static_cast<double>(samples_per_packet(stream.options())) / 2;
  const double lag = in_seconds(io::monotonic_now() - start_) - sent / rate;
  return Duration(std::llround(std::max(lag, 0.0) * 1e9));
}

/// What was off may be another projector, or point elsewhere, when it is on again.
void Session::handle_losses() {
  const bool stays_dark =
      after_loss_.value_or(keyboard_ ? AfterLoss::Dark : AfterLoss::Light) == AfterLoss::Dark;
  for (const std::size_t stream : status_.take_losses()) {
    if (stays_dark) obey({.kind = Action::Kind::Dark, .stream = stream + 1});
    // Behind what obey() has posted.
    asio::post(context_, [this, stream, stays_dark] { status_.after_loss(stream, stays_dark); });
  }
}

/// The second signal ends at once.
void Session::on_signal() {
  stop();
  if (!has_begun_) return context_.stop();
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (error) return;
    for (ActiveStream& stream : streams_) stream.close();
  });
}

void Session::stop() {
  for (ActiveStream& stream : streams_) stream.end();
}

int Session::finish() {
  status_.finished(elapsed(), engine_.status());
  if (triggers_) status_.finished(*triggers_);
  if (soundtrack_) status_.finished(soundtrack_->facts());
  for (ActiveStream& stream : streams_) stream.finish();
  if (!trigger_failure_.empty())
    throw cli::Failure(cli::kEnvironment, "no more triggers can be received: " + trigger_failure_);
  for (std::size_t i = 0; i < streams_.size(); ++i) streams_[i].check_reception(status_.light_while_open(i));
  status_.check_networks();
  return cli::kOk;
}

/// A little late is begun at once, since a start may be passed on from elsewhere.
void check_start(Duration start_at) {
  constexpr Duration kTooLate = 10s;
  if (const Duration late = io::since_1970() - start_at; late > kTooLate)
    throw cli::Failure(cli::kUsage,
                       fmt::format("--start-at: {} was {} ago; give a time to come, by the clock of "
                                   "this machine",
                                   cli::utc(start_at), cli::format_elapsed(late)));
}

}  // namespace

int stream(std::vector<StreamPlan> plans, const LoopOptions& options) {
  if (options.begins_dark && options.on.empty() && !cli::is_terminal(stdin))
    throw cli::Failure(cli::kUsage,
                       "--begin-dark: nothing can ever light it; add --on, or start it at a terminal");
  if (options.cpu_budget > 0 && options.wait != io::WaitMode::Auto)
    throw cli::Failure(cli::kUsage, "--cpu-budget is for --wait auto; add that, or leave it out");
  if (options.start_at) check_start(*options.start_at);
  return Session(std::move(plans), options).run();
}

}  // namespace idn::sender
