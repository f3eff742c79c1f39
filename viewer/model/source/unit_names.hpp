// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "viewer/model/recording.hpp"

namespace idn::viewer {

/// What units of a capture call themselves and their services, as their answers to searching clients say.
class UnitNames {
 public:
  /// Any datagram that a unit sent. Any bytes are safe.
  void take(ConstBytes bytes, const Endpoint& unit);
  /// Names the streams of the recording.
  void apply_to(Recording& recording) const;

 private:
  static constexpr std::size_t kMost = 1024;  ///< a capture may hold forged addresses

  struct Unit {
    std::string name;
    std::map<std::uint8_t, std::string> services;  ///< by ID
  };
  std::map<Endpoint, Unit> units_;
};

}  // namespace idn::viewer
