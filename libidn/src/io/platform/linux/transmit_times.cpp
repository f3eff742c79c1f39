// SPDX-License-Identifier: MIT
#include "io/platform/linux/transmit_times.hpp"

#include <linux/net_tstamp.h>
#include <sys/socket.h>

#include <cerrno>
#include <set>
#include <system_error>

#include "io/platform/linux/queue_discipline.hpp"

namespace idn::io::platform {
namespace {

/// The queue discipline and clock of all interfaces towards the receivers. They must be the same, since a
/// socket has one clock for its transmission times.
SystemResult<PacingOffer> common_offer(std::span<const Endpoint> receivers) {
  if (receivers.empty())
    return tl::unexpected<SystemError>(
        SystemError(std::make_error_code(std::errc::not_connected), "no receiver is connected yet"));
  std::optional<PacingOffer> common;
  std::set<std::string> interfaces;
  for (const Endpoint& receiver : receivers) {
    const auto offer = pacing_towards(receiver);
    if (!offer) return tl::unexpected(offer.error());
    if (!common) common = *offer;
    if (offer->discipline != common->discipline || offer->clock != common->clock)
      return not_supported(common->interface + " and " + offer->interface +
                           " pace by different clocks; give both the queue discipline fq");
    if (interfaces.insert(offer->interface).second && interfaces.size() > 1)
      common->interface += ", " + offer->interface;
  }
  return *common;
}

SystemError refusal(const PacingOffer& offer, int error) {
  return {{error, std::system_category()},
          "the kernel refuses transmission times by the clock of " + offer.interface + ": " +
              std::system_category().message(error) +
              (error == EPERM ? "; with etf they need the capability CAP_NET_ADMIN" : "; use fq")};
}

}  // namespace

SystemResult<TransmitTimes> enable_transmit_times(int socket, std::span<const Endpoint> receivers) {
  const auto offer = common_offer(receivers);
  if (!offer) return tl::unexpected(offer.error());
  const sock_txtime setting{.clockid = offer->clock, .flags = SOF_TXTIME_REPORT_ERRORS};
  if (::setsockopt(socket, SOL_SOCKET, SO_TXTIME, &setting, sizeof setting) != 0)
    return tl::unexpected(refusal(*offer, errno));
  return TransmitTimes{
      {offer->interface, offer->discipline}, KernelClock(offer->clock), offer->discipline == "etf"};
}

}  // namespace idn::io::platform
