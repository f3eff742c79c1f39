// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugins/etherdream/announcer.hpp"
#include "plugins/etherdream/client_connection.hpp"
#include "plugins/etherdream/dac.hpp"

namespace idn::etherdream {

/// Where a DAC is on the network.
struct DacAddress {
  Endpoint local{};  ///< IPv4; address 0: all of this machine
  /// Where it is announced; empty: broadcast in its networks, at kBroadcastPort.
  std::vector<Endpoint> announce_to{};
};

/// Time-outs for clients.
struct ClientTimeouts {
  /// How long a second client waits for the first to disconnect.
  std::chrono::milliseconds second_client{250};
  /// How long the first may neither send nor play before a second one replaces it.
  std::chrono::milliseconds silence{5000};
};

/// One emulated DAC: serves one client, announces itself once a second, and passes points on while playing.
///
/// A second client that connects waits for ClientTimeouts::second_client: if the first one disconnects
/// meanwhile, it is served, since clients reconnect faster than the end of their last connection is noticed.
/// Else its connection is closed without an answer, as by devices that serve one connection. If the first
/// client has been silent for ClientTimeouts::silence and does not play, the second one replaces it at once:
/// the machine of the first may have gone without closing the connection. While the projector is missing,
/// nothing is announced and clients are refused; while there is no client, the projector is free for other
/// programs. Threads: that of the context.
class DacServer {
 public:
  static constexpr std::chrono::seconds kAnnouncePeriod{1};
  /// Period of Dac::advance() while playing.
  static constexpr std::chrono::milliseconds kPeriod{2};

  /// `context` and `output` must outlive this. `report` gets messages for users, one line each.
  /// @throws boost::system::system_error if it cannot listen at the address
  DacServer(boost::asio::io_context& context, const DacAddress& address, Firmware firmware, Behaviour behaviour,
            PointOutput& output, std::function<void(const std::string&)> report, ClientTimeouts timeouts = {});
  ~DacServer();
  DacServer(const DacServer&) = delete;
  DacServer& operator=(const DacServer&) = delete;

  Endpoint local() const;
  /// Stops listening, blanks and closes the output, then disconnects the client.
  void end();
  const Dac& dac() const noexcept { return dac_; }

 private:
  using tcp = boost::asio::ip::tcp;

  void accept();
  void retry_accept_later();
  void on_client(tcp::socket socket);
  void serve(tcp::socket socket);
  bool is_abandoned() const;
  void hold_second_client(tcp::socket socket);
  void on_end();
  void drop_client();
  void schedule_advance();
  void announce_periodically();
  void announce_once();
  std::vector<Route> routes() const;

  boost::asio::io_context& context_;
  const DacAddress address_;
  const ClientTimeouts timeouts_;
  PointOutput& output_;
  Dac dac_;
  std::function<void(const std::string&)> report_;
  tcp::acceptor acceptor_;
  boost::asio::steady_timer accept_timer_;
  boost::asio::steady_timer advance_timer_;
  boost::asio::steady_timer announcement_timer_;
  boost::asio::steady_timer second_client_timer_;
  std::shared_ptr<ClientConnection> client_;
  std::string client_name_;
  std::optional<tcp::socket> second_client_;
  bool is_advancing_ = false;  ///< advance_timer_ is running
  bool is_broadcast_port_free_ = true;
};

}  // namespace idn::etherdream
