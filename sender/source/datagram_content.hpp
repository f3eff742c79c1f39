// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"
#include "sender/source/content.hpp"

namespace idn::sender {

/// Shows pictures that come by UDP: the newest one is drawn until the next one comes. Ends with the duration
/// only.
class DatagramContent : public Content, private io::UnitHandler {
 public:
  struct Plan {
    std::uint32_t address = 0;  ///< to receive at, in host byte order
    std::uint16_t port = 0;     ///< 0: any free one
    Duration duration{0};       ///< after which it ends; 0: never
    std::uint32_t group = 0;    ///< multicast group to join at `address`; 0: none
  };

  Result<void> begin(client::Device& device) override;
  void stop() noexcept override;
  std::optional<std::uint64_t> total_samples() const override { return std::nullopt; }

  /// Address and port at which it receives.
  Endpoint place() const { return Endpoint::ipv4(plan_.address, socket_->local().port); }

 protected:
  /// Throws cli::Failure if the socket cannot be opened.
  /// @param name of the protocol, for messages
  DatagramContent(const Plan& plan, std::string name);
  /// Derived classes call stop() in their destructor: the thread calls their members.
  ~DatagramContent() override { stop(); }

  /// On the thread of the loop.
  virtual void receive(const io::ReceivedDatagram& datagram) = 0;
  client::Device& device() noexcept { return *device_; }
  /// Counts a picture that the device does not take.
  void show(std::span<const LaserSample> picture);
  /// Counts a picture that is not shown.
  void refuse(std::string reason);
  /// Reports on standard error what could not be shown. Call after stop().
  void report_refused() const;

 private:
  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override;
  TimePoint next_deadline() const noexcept override { return end_; }
  void on_deadline(TimePoint now) override;

  Plan plan_;
  std::string name_;
  client::Device* device_ = nullptr;
  TimePoint end_ = kNever;
  std::uint64_t refused_ = 0;  ///< pictures
  std::string last_refusal_;
  io::UnitLoop loop_;
  std::unique_ptr<io::UnitSocket> socket_;
  jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::sender
