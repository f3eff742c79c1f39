// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/time.hpp"

namespace idn::server {

/// Answers GET /metrics on the loop of the server. A scrape takes bounded time: few connections at a time with
/// one small request each, slow ones are closed, and the text is rendered at most ten times a second. Threads:
/// that of the context.
class MetricsServer {
 public:
  static constexpr std::size_t kMostConnections = 8;
  static constexpr std::uint32_t kMostHeader = 4096;
  static constexpr std::chrono::seconds kRequestTimeout{5};
  static constexpr Duration kMaxTextAge = std::chrono::milliseconds(100);

  /// `context` and what `text` uses outlive the server.
  /// @throws boost::system::system_error if the port cannot be opened
  MetricsServer(boost::asio::io_context& context, const Endpoint& local, std::function<std::string()> text);
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;

  /// With the port that the system chose for 0.
  Endpoint local() const;

 private:
  class Connection;

  void accept();
  void retry_later();
  /// The metrics, rendered at most 0.1 s ago.
  const std::string& text();

  boost::asio::ip::tcp::acceptor acceptor_;
  std::function<std::string()> make_text_;
  std::string text_;
  TimePoint rendered_at_ = TimePoint::min();
  boost::asio::steady_timer retry_timer_;
  /// Number of open connections; shared with them, since they end with the context, possibly after this object.
  std::shared_ptr<std::size_t> connections_ = std::make_shared<std::size_t>(0);
};

}  // namespace idn::server
