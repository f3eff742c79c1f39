// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idn/client/device.hpp"
#include "idn/export.hpp"

namespace idn::client {

/// A projector that was found: one service of one unit.
struct DeviceInfo {
  /// For open(): unit ID and service, "01-123456789ABC/1", independent of the address. Address and service
  /// where units of several names have one ID, "10.0.0.11:7255/1".
  std::string target;
  std::string unit_name;     ///< as the unit reports it, UTF-8: untrusted, and not unique
  std::string service_name;  ///< likewise
  Endpoint address{};        ///< where it was found last
  bool shares_id = false;    ///< units of other names have its ID: a conflict that their owner has to end
  bool is_default = false;   ///< the service that the unit uses if a client names none
};

/// Whether Devices searches the network.
enum class Search : std::uint8_t {
  InBackground,  ///< all the time; list(), and targets with names or IDs of units, need it
  Off,           ///< never; targets are hosts and addresses only
};

/// Finds the projectors of the network by a search in the background, and opens them.
/// Threads: any. Real-time: no (heap, locks).
class IDN_EXPORT Devices {
 public:
  /// With an engine of its own that has default options; its events cannot be read. The destructor blanks and
  /// closes all its devices.
  Devices();
  /// Starts the search, unless the engine is manual. If `engine` is destroyed first, open() fails with
  /// Errc::Closed.
  explicit Devices(Engine& engine, Search search = Search::InBackground);
  ~Devices();
  Devices(Devices&& other) noexcept;
  Devices& operator=(Devices&& other) noexcept;

  /// The result of the last search, one entry for each laser projector of each unit. Waits until the first
  /// search has ended, 1 s at most.
  std::vector<DeviceInfo> list() const;
  /// A search begins, at the end of one in progress, instead of up to 3 s later: for a user who has just
  /// switched a projector on. list() and open() wait until a search has ended, 1 s at most.
  void search_now();
  /// Where open() would play to, without opening it. May block as open().
  /// Errors: Errc::BadTarget, NotFound, Ambiguous.
  Result<Location> find(const std::string& target) const;

  /// @param target a unit ID, a unit's or service's name, or a host: "01-123456789ABC/1", "Left", "10.0.0.11",
  ///        "host:port/service". A unit that is named by ID or name is followed to a new address.
  /// Only one device of an engine can play to a service: a second one fails with Errc::Busy, unless either
  /// has DeviceOptions::shares_service. A target without a service means the default laser projector of the
  /// unit. Its number is known only if a search has found the unit; else it is taken for a service of its own,
  /// different from all that have a number.
  /// May block for a name lookup, and until the first search has ended, 1 s at most.
  /// Errors: Errc::BadTarget, NotFound, Ambiguous, BadOption, Limits, Network, Busy, TooMany, Closed (the
  /// engine).
  Result<Device> open(const std::string& target, const DeviceOptions& options = {});
  /// The same for one of list().
  Result<Device> open(const DeviceInfo& found, const DeviceOptions& options = {});
  /// Opens all `targets`; if empty, all of list(), of which there has to be one.
  /// @return all devices; or the first fault, and then none of them is open
  /// Errors: Errc::BadTarget, NotFound, Ambiguous, BadOption, Limits, Network, Busy, TooMany, Closed (the
  /// engine).
  Result<std::vector<Device>> open_all(const std::vector<std::string>& targets = {},
                                       const DeviceOptions& options = {});
  /// For a receiver whose location the application knows, or will know: while its address is Endpoint::ipv4(0,
  /// 0) nothing is sent. `name` is used in messages and by Device::target(). Errors: Errc::BadTarget,
  /// BadOption, Limits, Network, Busy, TooMany, Closed (the engine).
  Result<Device> open(const std::string& name, const Location& place, const DeviceOptions& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::client
