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
#include "plugins/etherdream/connection.hpp"
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

/// One emulated DAC: takes a client, broadcasts once a second, keeps the points going.
///
/// A DAC has one client, the first. Another one that connects is turned away without a word, as by devices that
/// serve one connection; but one that comes while the first is on its way out gets its place, since clients
/// reconnect faster than the end of their last connection is noticed; so does one that comes when the first has
/// been silent for a while and does not play: its machine may be gone without closing the connection. Without a
/// projector behind it nothing is announced and nobody is served; the projector is free for others while nobody
/// is here. Threads: that of the context.
class DacServer {
 public:
  static constexpr std::chrono::seconds kAnnouncePeriod{1};
  /// Between two looks at points that could not be handed on at once, and at whether there are any.
  static constexpr std::chrono::milliseconds kPeriod{2};

  /// `context` and `output` outlive it. `tell` gets a line for people about what happens.
  /// @throws boost::system::system_error where the address is not to be had
  DacServer(boost::asio::io_context& context, const DacAddress& address, Firmware firmware, Behaviour behaviour,
            PointOutput& output, std::function<void(const std::string&)> tell, ClientTimeouts timeouts = {});
  ~DacServer();
  DacServer(const DacServer&) = delete;
  DacServer& operator=(const DacServer&) = delete;

  Endpoint local() const;
  /// As when the client goes, and no other comes.
  void end();
  const Dac& dac() const noexcept { return dac_; }

 private:
  using tcp = boost::asio::ip::tcp;

  void accept();
  void rest();
  void on_client(tcp::socket socket);
  void serve(tcp::socket socket);
  bool is_abandoned() const;
  void await_place(tcp::socket socket);
  void on_end();
  void drop_client();
  void keep_going();
  void announce_again();
  std::vector<Route> routes() const;

  boost::asio::io_context& context_;
  const DacAddress address_;
  const ClientTimeouts timeouts_;
  PointOutput& output_;
  Dac dac_;
  std::function<void(const std::string&)> tell_;
  tcp::acceptor acceptor_;
  boost::asio::steady_timer rest_;
  boost::asio::steady_timer period_;
  boost::asio::steady_timer announcement_;
  boost::asio::steady_timer waiting_;
  std::shared_ptr<Connection> client_;
  std::string client_name_;
  std::optional<tcp::socket> next_;
  bool goes_ = false;  ///< points are looked after
};

}  // namespace idn::etherdream
