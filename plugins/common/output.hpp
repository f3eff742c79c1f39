// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "idn/client/devices.hpp"
#include "plugins/common/log.hpp"
#include "plugins/common/settings.hpp"

namespace idn::plugins {

/// Who decides when light may come.
enum class Arming : std::uint8_t {
  BySettings,  ///< the host has no such call: with opening, as OutputSettings::armed says
  ByHost,      ///< the host calls Output::arm(); OutputSettings::armed = false prevails
};

/// One projector as a host sees it: an entry of its list of devices, there or not. Part of a Rack.
/// Threads: any.
class Output {
 public:
  /// `devices` and `log` live as long.
  Output(WantedOutput wanted, Arming arming, client::Devices& devices, Log& log);

  /// For the list of the host, UTF-8.
  const std::string& name() const noexcept { return wanted_.name; }
  /// As for client::Devices::open().
  const std::string& target() const noexcept { return wanted_.target; }
  const OutputSettings& settings() const noexcept { return wanted_.settings; }

  /// Once it is there it stays so until close(). One that is missing opens by itself when its unit is found.
  /// Where it is open already it is armed again, since somebody has asked for it. May block while a name is
  /// looked up.
  /// @return whether it is open now; else problem() says why not
  bool open();
  /// Dark with the next datagram, then closed. Does not wait.
  void close() noexcept;
  /// Closed first where it is open.
  bool reopen();
  bool is_open() const { return device() != nullptr; }
  /// To play to, for one call of the host: close() may come meanwhile, and a device that it has closed refuses
  /// what comes. Nothing: closed or missing.
  std::shared_ptr<client::Device> device() const;
  /// Arming::ByHost.
  void arm(bool armed);

  /// Why nothing is to be seen, one line for people: missing, does not answer, used by another ... Empty where
  /// all is well.
  std::string problem() const;

  /// For the Rack: a unit has been found; whoever waits for one tries again.
  void try_again();

 private:
  bool open_locked();
  client::Expected<client::Device> open_device();
  void arm(client::Device& device) const;

  const WantedOutput wanted_;
  const Arming arming_;
  client::Devices& devices_;
  Log& log_;

  std::mutex opening_;        ///< one at a time opens or closes
  TimePoint closed_at_{};     ///< by close(), likewise
  mutable std::mutex mutex_;  ///< of what follows; never held for long
  bool is_wanted_ = false;    ///< between open() and close()
  std::shared_ptr<client::Device> device_;
  std::string missing_;  ///< why it could not be opened
  bool armed_by_host_ = false;
};

}  // namespace idn::plugins
