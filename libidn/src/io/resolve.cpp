// SPDX-License-Identifier: MIT
#include "idn/io/resolve.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>

namespace idn::io {

tl::expected<Endpoint, std::error_code> resolve(const std::string& host, std::uint16_t port) {
  using boost::asio::ip::udp;
  boost::asio::io_context context;
  udp::resolver resolver(context);
  boost::system::error_code error;
  const auto found = resolver.resolve(udp::v4(), host, std::to_string(port), error);
  if (error) return tl::unexpected(std::error_code(error));
  return Endpoint::ipv4(found.begin()->endpoint().address().to_v4().to_uint(), port);
}

}  // namespace idn::io
