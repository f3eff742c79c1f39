// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "plugins/common/audio_points.hpp"

namespace idn::plugins {

/// The number of repetitions by which hosts request a frame to be repeated until the next one.
inline constexpr std::uint16_t kRepeatForever = 0xFFFF;

/// Converts a host's number of repetitions to PlayRequest::passes: at least 1; 0 for kRepeatForever.
inline std::uint32_t passes_of(std::uint16_t wanted) noexcept {
  if (wanted == kRepeatForever) return 0;
  return wanted == 0 ? 1 : wanted;
}

/// Interface between the functions of EzAudDac, which are implemented once in ezauddac.cpp, and the library
/// that exports them: it lists that file among its sources and implements this class. Device numbers may be
/// invalid; -1 if the host passes NULL. Functions may throw. Threads: any.
class EzAudDacDevices {
 public:
  virtual ~EzAudDacDevices() = default;
  /// @return number of devices
  virtual int open() = 0;
  /// @return whether they were open
  virtual bool close() = 0;
  /// Result of EzAudDacGetStatus(); its values depend on the library.
  virtual int status(int device) = 0;
  /// Result of EzAudDacGetStatus() after an error: no such device, or an exception.
  virtual int fault() const noexcept = 0;
  /// @param passes see passes_of()
  virtual bool write(int device, std::span<const AudioPoint> points, std::uint16_t rate,
                     std::uint32_t passes) = 0;
  virtual bool stop(int device) = 0;
  virtual bool set_shutter(int device, bool is_open) = 0;
};

/// To be defined by the library that exports the functions.
EzAudDacDevices& ezauddac_devices();

}  // namespace idn::plugins
