// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "viewer/model/recording.hpp"

namespace idn::viewer {

/// The names of units and services in a capture, from their scan and service map responses.
class UnitNames {
 public:
  /// Takes any datagram sent by a unit. Accepts any bytes safely.
  void take(ConstBytes bytes, const Endpoint& unit);
  /// Sets the names of unit and service in the streams of the recording.
  void apply_to(Recording& recording) const;

 private:
  static constexpr std::size_t kMost = 1024;  ///< units; limited, since a capture may contain forged addresses

  struct Unit {
    std::string name;
    std::map<std::uint8_t, std::string> services;  ///< by ID
  };
  std::map<Endpoint, Unit> units_;
};

}  // namespace idn::viewer
