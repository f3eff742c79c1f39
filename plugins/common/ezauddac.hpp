// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "plugins/common/audio_points.hpp"

namespace idn::plugins {

/// How often, for a frame that is repeated until the next one.
inline constexpr std::uint16_t kForEver = 0xFFFF;

/// How often a frame is played that a host wants to have played `wanted` times, once at least; 0: until the
/// next.
inline std::uint32_t passes_of(std::uint16_t wanted) noexcept {
  if (wanted == kForEver) return 0;
  return wanted == 0 ? 1 : wanted;
}

/// What the functions of EzAudDac are about, in a library that has them: these are written once, in
/// ezauddac.cpp, which such a library lists among its sources. Numbers of devices need not exist; a host that
/// gives none means -1. May throw. Threads: any.
class EzAudDacDevices {
 public:
  virtual ~EzAudDacDevices() = default;
  /// @return number of devices
  virtual int open() = 0;
  /// @return whether they were open
  virtual bool close() = 0;
  /// In numbers of the hosts, which disagree on these.
  virtual int status(int device) = 0;
  /// In numbers of the hosts: what is no device, or does not answer.
  virtual int fault() const noexcept = 0;
  /// @param passes see passes_of()
  virtual bool write(int device, std::span<const AudioPoint> points, std::uint16_t rate,
                     std::uint32_t passes) = 0;
  virtual bool stop(int device) = 0;
  virtual bool set_shutter(int device, bool is_open) = 0;
};

/// Of this library, which defines it.
EzAudDacDevices& ezauddac_devices();

}  // namespace idn::plugins
