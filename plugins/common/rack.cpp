// SPDX-License-Identifier: MIT
#include "plugins/common/rack.hpp"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <utility>

#include "idn/stream/find/target.hpp"
#include "plugins/common/never_destroyed.hpp"
#include "venue/shown_name.hpp"

namespace idn::plugins {
namespace {

struct SharedRack {
  std::mutex mutex;
  std::condition_variable ended;
  bool is_alive = false;  ///< true until its destructor has returned: longer than `rack` can be locked
  std::weak_ptr<Rack> rack;
};

/// Whether the target is a name or an ID, which need the search; addresses do not.
bool is_searched_for(const std::string& target) {
  const auto parsed = stream::parse_target(target);
  return !parsed || parsed->unit || parsed->host.find_first_not_of("0123456789.") != std::string::npos;
}

client::Search search_for(const Venue& venue, const std::string& problem) {
  if (!problem.empty()) return client::Search::Off;
  const bool names = std::ranges::any_of(venue.projectors, is_searched_for, &Projector::target);
  return venue.projectors.empty() || names ? client::Search::InBackground : client::Search::Off;
}

/// Whether `found` is what a target means, by the rules of client::Devices::open(). An ID and an address may
/// mean the same: units that share an ID are found by their addresses, and by the ID once only one is left.
bool is_meant(const stream::Target& target, const client::DeviceInfo& found) {
  const auto place = stream::parse_target(found.target);
  if (!place || (target.service && target.service != place->service)) return false;
  if (target.unit) return target.unit == place->unit;
  if (target.host + ":" + std::to_string(target.port) == to_string(found.address)) return true;
  return target.host == found.unit_name || (!target.service && target.host == found.service_name);
}

std::string name_of(const client::DeviceInfo& found, const std::vector<client::DeviceInfo>& all) {
  const auto is_of_unit = [&](const client::DeviceInfo& other) { return other.address == found.address; };
  return shown_name(found.unit_name, found.service_name, found.target,
                    std::ranges::count_if(all, is_of_unit) < 2);
}

/// Defaults if the file cannot be read, so that this error is logged.
Venue venue_or_default(const tl::expected<Venue, std::string>& venue) {
  if (venue) return *venue;
  Venue fallback;
  fallback.log_file = default_log_file();
  return fallback;
}

/// Absolute path of the module: hosts load libraries by paths relative to their current folder.
std::string module_file() {
  std::error_code error;
  const std::string path = platform::module_path(),
                    absolute = std::filesystem::absolute(path, error).lexically_normal().string();
  return path.empty() || error ? path : absolute;
}

}  // namespace

std::shared_ptr<Rack> Rack::shared(const std::string& plugin, Arming arming) {
  SharedRack& shared = never_destroyed<SharedRack>();
  std::unique_lock lock(shared.mutex);
  for (; shared.is_alive; shared.ended.wait(lock))
    if (auto rack = shared.rack.lock()) return rack;
  const auto destroy = [](Rack* rack) {
    delete rack;
    SharedRack& of_module = never_destroyed<SharedRack>();
    const std::lock_guard lock_of_module(of_module.mutex);
    of_module.is_alive = false;
    of_module.rack.reset();
    of_module.ended.notify_all();
  };
  std::shared_ptr<Rack> rack(new Rack(plugin, load_venue(), arming), destroy);
  shared.rack = rack;
  shared.is_alive = true;
  return rack;
}

Rack::Rack(const std::string& plugin, tl::expected<Venue, std::string> venue, Arming arming)
    : venue_(venue_or_default(venue)),
      problem_(venue ? std::string() : venue.error()),
      arming_(arming),
      log_(venue_.log_file, plugin),
      engine_({.on_event = [this](const client::Event& event) { on_event(event); }}),
      devices_(engine_, search_for(venue_, problem_)) {
  if (!problem_.empty())
    log_.write("no devices: " + problem_);
  else
    log_.write("begins as " + module_file() +
               ", venue: " + (venue_.file.empty() ? "none, defaults" : venue_.file));
  for (const Projector& wanted : venue_.projectors) add(wanted);
}

Rack::~Rack() {
  {
    const std::lock_guard lock(event_mutex_);
    is_ending_ = true;
  }
  for (Output* const output : all()) output->close();
  for (Output* const output : all()) output->finish();  // they end at the same time
  outputs_.clear();
  log_.write("ends");
}

std::size_t Rack::scan() {
  if (problem_.empty() && venue_.projectors.empty()) add_found();
  return size();
}

void Rack::add_found() {
  const auto found = devices_.list();
  if (found.empty() && size() == 0 && !logged_none_found_.exchange(true))
    log_.write("no projector answers; run idn_plugins or idn_sender scan");
  std::vector<Projector> projectors;
  const std::vector<Output*> known_outputs = all();
  const auto is_known_by_address = [&](const client::DeviceInfo& device) {
    return std::ranges::any_of(known_outputs, [&](const Output* known) {
      const auto target = stream::parse_target(known->target());
      return known->target() != device.target && target && is_meant(*target, device);
    });
  };
  for (const auto& device : found) {
    if (is_known_by_address(device)) continue;
    projectors.push_back(
        {.target = device.target, .name = name_of(device, found), .settings = venue_.defaults});
  }
  // Those that hosts have in their list keep their names, also while they do not answer.
  for (Output* const known : known_outputs)
    if (std::ranges::find(found, known->target(), &client::DeviceInfo::target) == found.end())
      projectors.push_back({.target = known->target(), .name = known->name(), .settings = {}});
  tell_apart(projectors);
  for (Projector& projector : projectors) add(std::move(projector));
}

void Rack::add(Projector wanted) {
  if (wanted.name.empty()) wanted.name = wanted.target;
  const std::lock_guard lock(mutex_);
  const auto is_same = [&](const auto& known) { return known->target() == wanted.target; };
  if (std::ranges::any_of(outputs_, is_same)) return;
  outputs_.push_back(std::make_unique<Output>(std::move(wanted), arming_, devices_, log_));
}

std::size_t Rack::size() const {
  const std::lock_guard lock(mutex_);
  return outputs_.size();
}

Output* Rack::at(std::size_t index) const {
  const std::lock_guard lock(mutex_);
  return index < outputs_.size() ? outputs_[index].get() : nullptr;
}

std::optional<Endpoint> Rack::found_at(const Output& output) const {
  const auto target = stream::parse_target(output.target());
  if (!target) return std::nullopt;
  for (const auto& found : devices_.list())
    if (is_meant(*target, found)) return found.address;
  return std::nullopt;
}

std::vector<Output*> Rack::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Output*> outputs;
  for (const auto& output : outputs_) outputs.push_back(output.get());
  return outputs;
}

/// Limited events come every second and would fill the log: only the first of each output and limit is logged.
void Rack::on_event(const client::Event& event) {
  const std::lock_guard lock(event_mutex_);
  if (is_ending_) return;
  const bool is_limit = event.kind == client::EventKind::Limited;
  if (!is_limit || logged_limits_.insert(event.target + std::string(to_string(event.limit))).second)
    log_.write(to_string(event));
  if (event.kind != client::EventKind::UnitFound) return;
  for (Output* const output : all()) output->on_unit_found();
}

}  // namespace idn::plugins
