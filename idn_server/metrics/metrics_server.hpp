// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/stop_token.hpp"
#include "idn/time.hpp"

namespace idn::server {

/// Answers GET /metrics, on a thread of its own. A scrape takes bounded time: few connections at a time with
/// one small request each, slow ones are closed, and the text is rendered at most ten times a second.
class MetricsServer {
 public:
  static constexpr std::size_t kMostConnections = 8;
  static constexpr std::uint32_t kMostHeader = 4096;
  static constexpr std::chrono::seconds kRequestTimeout{5};
  static constexpr Duration kMaxTextAge = std::chrono::milliseconds(100);

  /// Takes the rendered text. Threads: any. Not to be called once the server is gone.
  using Deliver = std::function<void(std::string)>;
  /// Asks for it, on the thread of the server; the text may come during the call, later, or never.
  using RequestText = std::function<void(Deliver)>;

  /// @throws boost::system::system_error if the port cannot be opened
  MetricsServer(const Endpoint& local, RequestText request);
  ~MetricsServer();
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;

  /// With the port that the system chose for 0.
  Endpoint local() const;

 private:
  class Connection;

  void accept();
  void retry_later();
  /// Answers the connection with metrics that were rendered at most 0.1 s ago, as soon as there are such.
  void answer(std::shared_ptr<Connection> connection);
  void take_text(std::string text);

  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_;
  RequestText request_;
  std::string text_;
  TimePoint rendered_at_;
  std::vector<std::shared_ptr<Connection>> waiting_;  ///< for the text
  boost::asio::steady_timer retry_timer_{context_};
  /// Number of open connections; shared with them, since they end with the context, after this member.
  std::shared_ptr<std::size_t> connections_ = std::make_shared<std::size_t>(0);
  jthread thread_;  ///< last: uses the others
};

}  // namespace idn::server
