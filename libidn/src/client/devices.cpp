// SPDX-License-Identifier: MIT
#include "idn/client/devices.hpp"

#include <optional>

#include "client/device_state.hpp"

namespace idn::client {

struct Devices::State {
  State(const std::shared_ptr<Engine::State>& of, Search search, std::optional<Engine> own = std::nullopt)
      : own_engine(std::move(own)),
        engine(of),
        directory(std::make_shared<UnitDirectory>(search == Search::InBackground && !of->options.manual)),
        event_source(of->events.add(
            [names = directory](TimePoint now, std::vector<Event>& changes) { names->look(now, changes); })) {}
  ~State() {
    if (const auto open_engine = engine.lock()) open_engine->events.remove(event_source);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  template <class... What>
  Result<Device> open(const What&... what) const {
    const auto open_engine = engine.lock();
    if (!open_engine) return fail(Errc::Closed, "the engine is closed", "keep it as long as its devices");
    auto device = Device::State::open(open_engine, directory, what...);
    if (!device) return tl::unexpected(device.error());
    return Device(*std::move(device));
  }

  const platform::HomeProcess home{};
  std::optional<Engine> own_engine;  ///< first: destroyed last
  std::weak_ptr<Engine::State> engine;
  std::shared_ptr<UnitDirectory> directory;
  EventHub::Id event_source;
};

Devices::Devices() {
  Engine engine;
  const auto state = engine.state();
  state_ = std::make_unique<State>(state, Search::InBackground, std::move(engine));
}
Devices::Devices(Engine& engine, Search search) : state_(std::make_unique<State>(engine.state(), search)) {}
Devices::~Devices() {
  if (state_ && !state_->home.is_here()) platform::leave(std::move(state_));
}
Devices::Devices(Devices&& other) noexcept = default;
Devices& Devices::operator=(Devices&& other) noexcept = default;

std::vector<DeviceInfo> Devices::list() const {
  return state_->directory->list();
}

void Devices::search_now() {
  state_->directory->search_now();
}

Result<Location> Devices::find(const std::string& target) const {
  return state_->directory->find(target);
}

Result<Device> Devices::open(const std::string& target, const DeviceOptions& options) {
  return state_->open(target, options);
}

Result<Device> Devices::open(const DeviceInfo& found, const DeviceOptions& options) {
  return open(found.target, options);
}

Result<Device> Devices::open(const std::string& name, const Location& place, const DeviceOptions& options) {
  return state_->open(name, place, options);
}

Result<std::vector<Device>> Devices::open_all(const std::vector<std::string>& targets,
                                              const DeviceOptions& options) {
  std::vector<std::string> wanted = targets;
  if (wanted.empty())
    for (const DeviceInfo& found : list()) wanted.push_back(found.target);
  if (wanted.empty())
    return fail(Errc::NotFound, "no projector was found",
                "switch one on, or name the address of one that is not found");
  std::vector<Device> opened;
  for (const std::string& target : wanted) {
    auto device = open(target, options);
    if (!device) return tl::unexpected(device.error());
    opened.push_back(*std::move(device));
  }
  return opened;
}

}  // namespace idn::client
