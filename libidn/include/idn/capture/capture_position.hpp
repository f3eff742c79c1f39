// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/time.hpp"

namespace idn::capture {

/// Position of a packet in the captures that are read together: time, file and packet number.
struct CapturePosition {
  Duration time{};                  ///< since 1970
  std::uint64_t packet_number = 0;  ///< counted from 1 in its file
  std::uint32_t file = 0;           ///< counted from 0 in the order in which the files were given
  std::uint32_t part = 0;           ///< counted from 0 in a packet that holds several datagrams (offload)
  std::uint32_t stamp_source = 0;   ///< what stamped `time`: index into FileInfo::stamp_sources of that file
  /// The clock that stamped `time`, counted from 0: stamp sources of one name are taken for one clock, also in
  /// several files. Times of different clocks are not to be compared.
  std::uint32_t clock = 0;
  bool has_time = true;  ///< false: the packet has no valid time, and `time` is that of the packet before
};

}  // namespace idn::capture
