// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "idn/client/devices.hpp"
#include "plugins/common/log.hpp"
#include "venue/venue.hpp"

namespace idn::plugins {

/// What arms the outputs.
enum class Arming : std::uint8_t {
  BySettings,  ///< armed when opened, until the host closes a shutter, if it has one
  ByHost,      ///< armed by the host's call only
};

/// One projector as a host sees it: an entry of its list of devices, present or missing. Part of a Rack.
/// Threads: any.
class Output {
 public:
  /// `devices` and `log` must outlive this.
  Output(Projector wanted, Arming arming, client::Devices& devices, Log& log);

  /// Name in the list of the host, UTF-8.
  const std::string& name() const noexcept { return wanted_.name; }
  /// As for client::Devices::open().
  const std::string& target() const noexcept { return wanted_.target; }
  const ProjectorSettings& settings() const noexcept { return wanted_.settings; }

  /// Whether the projector is there, without playing to it; else problem() has the cause. One that is missing
  /// is looked for again after a unit was found or opening has failed. May block as open().
  bool is_found();
  /// Opens the device until close(). If the projector is missing, it is opened when its unit is found. A device
  /// that is open already is armed again, since the host has asked for it. May block for a name lookup.
  /// @return whether it is open now; else problem() has the cause
  bool open();
  /// Dark with the next datagram, then closed. Does not wait.
  void close() noexcept;
  /// As close(), when the host closes: dark first, so that receivers that drop what they have buffered at a
  /// close (OpenIDN) do not end lit. Waits for the latency of the settings plus 0.3 s at most.
  void finish() noexcept;
  bool is_open() const { return device() != nullptr; }
  /// The device, for use within one call of the host; null if closed or missing. After a close() by another
  /// thread its functions fail with Errc::Closed.
  std::shared_ptr<client::Device> device() const;
  /// Arms or disarms, as the host asks; HostSettings::armed = false prevails. What plays goes on while it is
  /// dark, so that a show is not ahead of its music afterwards.
  void arm(bool armed);

  /// Why there is no light, one line for people: missing, does not answer, used by another ... Empty if there
  /// is no problem.
  std::string problem() const;

  /// For the Rack: a unit was found; opens the device if open() was called and it was missing.
  void on_unit_found();

 private:
  bool open_locked();
  Result<client::Device> open_device();
  void keep_error(const Error& fault);
  /// With mutex_ held.
  void arm_as_asked();

  const Projector wanted_;
  const Arming arming_;
  client::Devices& devices_;
  Log& log_;

  std::mutex opening_;     ///< held while opening or closing; guards closed_at_ and ending_
  TimePoint closed_at_{};  ///< time of the last close()
  /// After close(): dark for DeviceOptions::dark_before_close, then closed. Opening it again cuts that short.
  std::shared_ptr<client::Device> ending_;
  mutable std::mutex mutex_;     ///< guards what follows; never held for long
  bool should_be_open_ = false;  ///< true between open() and close()
  std::shared_ptr<client::Device> device_;
  std::string open_error_;  ///< why opening or finding failed
  bool is_found_ = false;
  bool should_look_ = true;  ///< `is_found_` may be out of date
  bool armed_by_host_;       ///< last call of arm() until close(); at first as Arming says
};

}  // namespace idn::plugins
