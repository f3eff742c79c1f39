// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/time.hpp"
#include "idn/wire/hello.hpp"

/// Searches for units: when and how often units are asked, and what was found, as plain values (section 1.11).
namespace idn::stream {

/// Identity of a unit: its ID, or its address if the ID is invalid; both for one of several units that share an
/// ID (UnitList::told_apart()).
struct UnitKey {
  wire::UnitId id;                                 ///< all zero if the unit has no valid one
  std::optional<Endpoint> address = std::nullopt;  ///< none if the ID is enough

  /// The key of a unit that has reported `id` from the address `from`.
  static UnitKey of(const wire::UnitId& id, const Endpoint& from) {
    return id.is_valid() ? UnitKey{id} : UnitKey{{}, from};
  }
  /// One of several units that share an ID. It cannot be followed to another address.
  bool shares_id() const noexcept { return address && id.is_valid(); }
  friend auto operator<=>(const UnitKey&, const UnitKey&) = default;
};

/// "01-123456789ABC", or "192.168.1.10:7255" for a unit whose ID is invalid or that of other units too.
IDN_EXPORT std::string to_string(const UnitKey& key);

/// One address of a unit, as reached over one interface.
struct UnitAddress {
  Endpoint endpoint;                                  ///< address and port
  std::string interface_name;                         ///< of this computer; empty: the routing table chose
  bool is_local_network = false;                      ///< reached without a router
  bool is_wireless = false;                           ///< the interface is wireless
  bool answers_unicast = false;                       ///< false: found by broadcast, and unicast does not work
  bool is_ambiguous = false;                          ///< another unit answers at this address too
  std::optional<Duration> round_trip = std::nullopt;  ///< of the latest ping, seen from this program
  unsigned missed_rounds = 0;                         ///< since it answered last

  friend bool operator==(const UnitAddress&, const UnitAddress&) = default;
};

/// A unit that a search has found.
struct IDN_EXPORT FoundUnit {
  UnitKey key = {};                                  ///< its identity
  std::string host_name = {};                        ///< UTF-8 as received: untrusted, and not unique
  std::uint8_t status = 0;                           ///< bits of wire::ScanResponse::StatusBit
  std::uint8_t protocol_version = 0;                 ///< as the unit reports it
  std::vector<UnitAddress> addresses = {};           ///< at least one; the preferred one first
  bool has_service_map = false;                      ///< false: services are unknown, not absent
  std::vector<wire::ServiceMapEntry> services = {};  ///< by ascending ID; those behind relays too

  /// @return nullptr if the unit has no such service
  const wire::ServiceMapEntry* find_service(std::uint8_t service_id) const noexcept;

  /// Whether a laser can be played there: the type says so, or it is unknown and the only service of the unit,
  /// since there are projectors with a type of their own.
  bool is_laser(const wire::ServiceMapEntry& service) const noexcept {
    return wire::is_laser(service.type) || (services.size() == 1 && !wire::is_known(service.type));
  }

  friend bool operator==(const FoundUnit&, const FoundUnit&) = default;
};

/// One address at which units with different IDs answered in the same round.
struct AddressConflict {
  Endpoint endpoint;           ///< the address that several units claim
  std::string interface_name;  ///< as in UnitAddress
  std::vector<UnitKey> units;  ///< those that answer there

  friend bool operator==(const AddressConflict&, const AddressConflict&) = default;
};

/// One unit ID under which units with different host names answered in the same round.
struct IdentityConflict {
  UnitKey unit;                           ///< key of the unit ID
  std::vector<std::string> host_names;    ///< the names that were reported with it
  std::vector<FoundUnit> claimants = {};  ///< one for each name, by ascending key

  friend bool operator==(const IdentityConflict&, const IdentityConflict&) = default;
};

/// What a search has found.
struct IDN_EXPORT UnitList {
  std::vector<FoundUnit> units = {};                      ///< by ascending key
  std::vector<AddressConflict> address_conflicts = {};    ///< several units at one address
  std::vector<IdentityConflict> identity_conflicts = {};  ///< one ID with several names

  /// @return nullptr if it was not found; valid as long as the list
  const FoundUnit* find(const UnitKey& key) const noexcept;
  /// The first that has answered there. @return nullptr if none has; valid as long as the list
  const FoundUnit* at(const Endpoint& endpoint) const noexcept;
  /// @return nullptr if no several units share this ID; valid as long as the list
  const IdentityConflict* conflict_of(const UnitKey& key) const noexcept;
  /// The same, with a unit for each name where several names have one ID: what a user can choose from.
  UnitList told_apart() const;
};

/// When units are asked, and how often.
struct DiscoveryConfig {
  std::uint16_t port = kIdnPort;  ///< asked by broadcast, on loopback and at the end of point-to-point links
  std::vector<Endpoint> addresses = {};  ///< asked as well
  std::uint8_t client_group = 0;         ///< 0 to 15, in the header of requests; a unit may exclude groups
  Duration round = std::chrono::milliseconds(800);  ///< how long answers of a round are accepted
  unsigned searches = 3;  ///< times that all destinations are asked in a round, since broadcasts get lost
  /// From one time to the next.
  Duration search_interval = std::chrono::milliseconds(100);
  unsigned tries = 3;  ///< of each request to one address; 0: none, the answers to scan requests are enough
  /// Between requests to one unit that did not answer.
  Duration retry_interval = std::chrono::milliseconds(200);
  unsigned missed_rounds = 3;  ///< after which an address, and with its last one a unit, is removed
};

/// What came in and was not used. Everything on the network can send such datagrams; they change nothing.
struct DiscoveryStats {
  /// Truncated, wrong structSize, or a ping response that does not echo its request.
  std::uint64_t malformed = 0;
  std::uint64_t unexpected = 0;  ///< no answer to a request of this round, or from another address
  std::uint64_t over_limit = 0;  ///< more units or addresses than are kept
};

/// What the searches for the unit of a stream have found.
struct UnitEvent {
  /// What happens to the unit.
  enum class Kind : std::uint8_t {
    Moved,      ///< the unit is at `to`: the stream has to switch there
    Displaced,  ///< another unit has the address: nothing may be sent until this one is found
    Ambiguous,  ///< another unit with the same ID seems to be at `to`: the stream stays. Once per stream
  };
  Kind kind{};            ///< what happens
  Endpoint from{};        ///< the address of the stream until now
  Endpoint to{};          ///< Moved, Ambiguous: the other address
  UnitKey other{};        ///< Displaced: the unit that answers at `from`
  TimePoint last_seen{};  ///< when the unit was last known to be at `from`
  Duration dark{0};       ///< Moved: from `last_seen` to the switch of the stream; set by io::UnitFollower
};

}  // namespace idn::stream
