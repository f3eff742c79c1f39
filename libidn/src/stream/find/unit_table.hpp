// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "idn/endpoint.hpp"
#include "idn/stream/find/unit_list.hpp"

namespace idn::stream {

/// Units and their addresses, merged by unit ID, over the rounds of a search. Bounded by the limits of
/// Discovery.
class UnitTable {
 public:
  /// Where an answer came from.
  struct Origin {
    const NetworkInterface& network;
    Endpoint endpoint;
  };
  enum class Recorded { FirstThisRound, Again, Refused };

  void start_round();
  Recorded record(const wire::ScanResponse& answer, const Origin& origin);

  // These do nothing for units that are not in the table.
  void confirm_unicast(const UnitKey& unit, const Origin& origin);
  void set_round_trip(const UnitKey& unit, const Origin& origin, Duration round_trip);
  void set_services(const UnitKey& unit, const Origin& origin, std::vector<wire::ServiceMapEntry> services);

  /// Forgets addresses that were silent for this many rounds, and units without any.
  void finish_round(unsigned missed_rounds);

  UnitList list() const;

 private:
  struct Address : UnitAddress {
    std::string host_name;  ///< as in the last answer from this address, like those below
    std::uint8_t status = 0;
    std::uint8_t protocol_version = 0;
    std::optional<std::vector<wire::ServiceMapEntry>> services;

    bool answered() const noexcept { return missed_rounds == 0; }
  };
  struct Unit {
    std::string host_name;
    std::uint8_t status = 0;
    std::uint8_t protocol_version = 0;
    bool has_service_map = false;
    std::vector<wire::ServiceMapEntry> services;
    std::vector<Address> addresses;
  };

  Address* find(const UnitKey& unit, const Origin& origin);
  bool has_room_for(const UnitKey& unit, const Origin& origin) const;
  std::vector<AddressConflict> address_conflicts() const;
  std::vector<IdentityConflict> identity_conflicts(const std::vector<AddressConflict>& addresses) const;
  static FoundUnit claimant(const UnitKey& key, const std::string& name, const Unit& unit,
                            const std::vector<AddressConflict>& addresses);

  std::map<UnitKey, Unit> units_;
};

}  // namespace idn::stream
