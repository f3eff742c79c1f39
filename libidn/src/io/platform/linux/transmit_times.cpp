// SPDX-License-Identifier: MIT
#include "io/platform/linux/transmit_times.hpp"

#include <linux/net_tstamp.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

#include "io/platform/linux/queue_discipline.hpp"

namespace idn::io::platform {
namespace {

SystemError refusal(const PacingOffer& offer, int error) {
  return {{error, std::system_category()},
          "the kernel refuses transmission times by the clock of " + offer.interface + ": " +
              std::system_category().message(error) +
              (error == EPERM ? "; with etf they need the capability CAP_NET_ADMIN" : "; use fq")};
}

}  // namespace

SystemResult<TransmitTimes> enable_transmit_times(int socket, const Endpoint& receiver) {
  const auto offer = pacing_towards(receiver);
  if (!offer) return tl::unexpected(offer.error());
  const sock_txtime setting{.clockid = offer->clock, .flags = SOF_TXTIME_REPORT_ERRORS};
  if (::setsockopt(socket, SOL_SOCKET, SO_TXTIME, &setting, sizeof setting) != 0)
    return tl::unexpected(refusal(*offer, errno));
  return TransmitTimes{
      {offer->interface, offer->discipline}, KernelClock(offer->clock), offer->discipline == "etf"};
}

}  // namespace idn::io::platform
