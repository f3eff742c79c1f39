// SPDX-License-Identifier: MIT
#include "idn/io/find/network.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <string_view>

namespace idn::io {
namespace {

/// Then it is taken as an address: no host name ends in a number.
bool ends_in_a_number(std::string_view host) {
  const auto last = host.substr(host.rfind('.') + 1);
  return !last.empty() && last.front() >= '0' && last.front() <= '9' &&
         last.find_first_not_of("0123456789abcdefxABCDEFX") == std::string_view::npos;
}

}  // namespace

Result<Endpoint> resolve(const std::string& host, std::uint16_t port) {
  using boost::asio::ip::udp;
  boost::asio::io_context context;
  udp::resolver resolver(context);
  boost::system::error_code error;
  // The system would read "1.2.3" as 1.2.0.3 and "010.0.0.1" as 8.0.0.1: the wrong projector.
  if (ends_in_a_number(host)) {
    const auto address = boost::asio::ip::make_address_v4(host, error);
    if (error || address.to_string() != host) return fail(std::make_error_code(std::errc::invalid_argument));
    return Endpoint::ipv4(address.to_uint(), port);
  }
  const auto found = resolver.resolve(udp::v4(), host, std::to_string(port), error);
  if (error) return fail(std::error_code(error));
  return Endpoint::ipv4(found.begin()->endpoint().address().to_v4().to_uint(), port);
}

}  // namespace idn::io
