// SPDX-License-Identifier: MIT
#include "idn_server/server.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"
#include "cli/unit_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn_server/metrics/server_metrics.hpp"
#include "idn_server/open.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

constexpr int kEventsPerSecond = 20;

std::unique_ptr<MetricsServer> open_metrics(const Endpoint& local, MetricsServer::RequestText request) try {
  return std::make_unique<MetricsServer>(local, std::move(request));
} catch (const boost::system::system_error& error) {
  throw cli::Failure(
      cli::kEnvironment,
      fmt::format("cannot serve metrics on {}: {}; choose another address or port with --metrics",
                  to_string(local), error.code().message()));
}

}  // namespace

Server::Server(const Options& options, Reporter& reporter)
    : options_(options),
      identities_(options.state.empty() ? default_state_folder() : std::filesystem::path(options.state)),
      reporter_(reporter),
      limiter_(reporter, options.quiet ? 0 : kEventsPerSecond) {
  const std::string place = options_.config.empty() ? "with --port or --bind" : "in " + options_.config;
  std::vector<std::unique_ptr<io::UnitSocket>> sockets;
  for (const auto& unit : options_.units)
    sockets.push_back(cli::open_unit_socket(loop_, {.address = unit.address, .port = unit.port}, place));
  if (options_.metrics)
    metrics_ = open_metrics(*options_.metrics, [this](MetricsServer::Deliver deliver) {
      loop_.post([this, deliver = std::move(deliver)] { deliver(metrics_text(facts())); });
    });
  recorder_ = cli::open_recorder(options.record, "choose another file with --record");
  for (std::size_t i = 0; i < sockets.size(); ++i) add_unit(options_.units[i], std::move(sockets[i]));
}

void Server::add_unit(const UnitOptions& options, std::unique_ptr<io::UnitSocket> socket) {
  const auto id = options.unit_id ? *options.unit_id : identify(options, socket->local());
  units_.push_back(
      std::make_unique<Unit>(options, std::move(socket), id, units_.size(), limiter_, skew_, recorder_.get()));
  streams_.push_back(&units_.back()->streams());
  if (const auto& problem = units_.back()->broadcast_problem(); !problem.empty())
    reporter_.warned(unit_not_found_text(options.name, units_.back()->facts().local, problem));
}

wire::UnitId Server::identify(const UnitOptions& options, const Endpoint& local) {
  const auto stored = identities_.claim(options.name);
  if (stored) return *stored;
  reporter_.warned(fmt::format(
      "cannot keep the unit ID of \"{}\" in {}: {}; it is made from this machine's identity instead, choose a "
      "writable folder with --state",
      options.name, identities_.folder().string(), stored.error().message()));
  return io::derive_unit_id(io::machine_identity(), local);
}

int Server::run() {
  started_ = io::monotonic_now();
  if (options_.duration) loop_.call_at(started_ + *options_.duration, [this] { stop(); });
  std::optional<io::RealtimeScope> scope;
  if (!options_.no_realtime)
    scope.emplace(io::RealtimeOptions{.role = io::RealtimeRole::Receiver, .lock_memory = true});
  for (const auto& unit : units_) reporter_.listening(unit->facts());
  if (metrics_) reporter_.serves_metrics(metrics_->local());
  if (options_.faults) reporter_.plans_faults(options_.faults->seed);
  if (scope) reporter_.realtime(scope->grants());
  for (const auto& unit : units_) unit->start(loop_, options_.faults ? &*options_.faults : nullptr);
  report_at(io::monotonic_now());
  if (const std::error_code error = loop_.run())
    throw cli::Failure(cli::kEnvironment, fmt::format("network error: {}", error.message()));
  loop_.drain();
  skew_.finish();
  if (recorder_) recorder_->close();
  check_recording();
  reporter_.finished(facts());
  const bool is_incomplete = recorder_ && (recorder_->has_failed() || recorder_->facts().missing > 0);
  return is_incomplete ? cli::kEnvironment : cli::kOk;
}

void Server::report_at(TimePoint at) {
  loop_.call_at(at, [this, at] {
    report_second();
    report_at(std::max(at + 1s, io::monotonic_now()));
  });
}

void Server::report_second() {
  check_recording();
  limiter_.refill();
  if (!options_.quiet) reporter_.progress(streams_, io::since_1970());
  if (cli::flush_output()) stop();  // nobody reads the output any more
}

void Server::check_recording() {
  if (!recorder_ || !recorder_->has_failed() || fault_reported_) return;
  fault_reported_ = true;
  reporter_.recording_failed(recorder_->facts());
}

ServerFacts Server::facts() const {
  ServerFacts facts{.elapsed = io::monotonic_now() - started_,
                    .units = {},
                    .skew = skew_.facts().moved(io::since_1970() - io::monotonic_now().time_since_epoch()),
                    .unreported = options_.quiet ? 0 : limiter_.held_back(),
                    .recording = std::nullopt};
  for (const auto& unit : units_) facts.units.push_back(unit->report());
  if (recorder_) facts.recording = recorder_->facts();
  return facts;
}

}  // namespace idn::server
