// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idn/client/device.hpp"
#include "idn/stream/unit_list.hpp"

namespace idn::client {

/// A projector that was found: one service of one unit.
struct DeviceInfo {
  std::string target;        ///< for open(), the same wherever the unit is plugged in: "01-123456789ABC/1"
  std::string unit_name;     ///< as the unit tells it, UTF-8: untrusted, and not unique
  std::string service_name;  ///< likewise
  Endpoint address{};        ///< where it was found last
  bool is_default = false;   ///< what the unit plays to who names no service
};

/// Where a device is: what a target leads to.
struct Location {
  Endpoint at{};  ///< of the unit
  /// To be followed; nothing where the target is an address.
  std::optional<stream::UnitKey> unit = std::nullopt;
  std::uint8_t service = 0;  ///< 0: the unit's default laser projector
};

/// What Devices do beside opening.
enum class Search : std::uint8_t {
  InBackground,  ///< from the beginning, so that list() knows; names of units are targets
  None,          ///< nothing is sent but to devices that were opened
};

/// The projectors of the network: searches in the background, and opens them.
/// Threads: any. Real-time: no (heap, locks).
class Devices {
 public:
  /// With an engine of its own, by default options, of which nobody gets events: its devices are dark and
  /// closed when this ends.
  Devices();
  /// Begins to search, unless the engine is manual. `engine` may go before this does; then nothing opens.
  explicit Devices(Engine& engine, Search search = Search::InBackground);
  ~Devices();
  Devices(Devices&& other) noexcept;
  Devices& operator=(Devices&& other) noexcept;

  /// As the last search has found them, by unit and service. Waits for the first one to end, a second at most.
  std::vector<DeviceInfo> list() const;

  /// @param target a unit ID, a unit's or service's name, or a host: "01-123456789ABC/1", "Left", "10.0.0.11",
  ///        "host:port/service". What is named by its ID or its name is followed when it moves.
  /// Each service of a unit takes one device of an engine: a second one gets FaultCode::Busy. Who names no
  /// service means the unit's default laser projector, which is the service that the unit says it is where a
  /// search has found the unit; else nobody knows, and it counts as one beside those with a number.
  /// May block while a name is looked up.
  /// Errors: FaultCode::BadTarget, NotFound, Ambiguous, BadOption, Limits, Network, Busy, TooMany, Closed (the
  /// engine).
  Expected<Device> open(const std::string& target, const DeviceOptions& options = {});
  /// Those that are named, or every one that list() tells where none is.
  /// @return the first fault, and none of them open, where one does not open
  /// Errors: FaultCode::BadTarget, NotFound, Ambiguous, BadOption, Limits, Network, Busy, TooMany, Closed (the
  /// engine).
  Expected<std::vector<Device>> open_all(const std::vector<std::string>& targets = {},
                                         const DeviceOptions& options = {});
  /// The same where the application has found the place by itself; `name` is what messages and Device::target()
  /// call it.
  /// Errors: FaultCode::BadTarget, BadOption, Limits, Network, Busy, TooMany, Closed (the engine).
  Expected<Device> open(const std::string& name, const Location& place, const DeviceOptions& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::client
