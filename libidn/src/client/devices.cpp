// SPDX-License-Identifier: MIT
#include "idn/client/devices.hpp"

#include "client/device_state.hpp"

namespace idn::client {

struct Devices::State {
  std::weak_ptr<Engine::State> engine;
  std::shared_ptr<UnitDirectory> directory;
};

Devices::Devices(Engine& engine)
    : state_(std::make_unique<State>(
          State{engine.state(), std::make_shared<UnitDirectory>(!engine.state()->options.manual)})) {}
Devices::~Devices() = default;
Devices::Devices(Devices&& other) noexcept = default;
Devices& Devices::operator=(Devices&& other) noexcept = default;

std::vector<DeviceInfo> Devices::list() const {
  return state_->directory->list();
}

Expected<Device> Devices::open(const std::string& target, const DeviceOptions& options) {
  const auto engine = state_->engine.lock();
  if (!engine) return fault(FaultCode::Closed, "the engine is closed", "keep it as long as its devices");
  auto device = Device::State::open(engine, state_->directory, target, options);
  if (!device) return tl::unexpected(device.error());
  return Device(*std::move(device));
}

}  // namespace idn::client
