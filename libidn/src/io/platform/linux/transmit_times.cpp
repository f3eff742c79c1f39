// SPDX-License-Identifier: MIT
#include "io/platform/linux/transmit_times.hpp"

#include <linux/net_tstamp.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

#include "io/platform/linux/queue_discipline.hpp"

namespace idn::io::platform {
namespace {

/// Above it a priority is for administrators.
constexpr int kHighestForAll = 6;

/// Not 0 where datagrams are marked.
int priority_of(int socket) noexcept {
  int priority = 0;
  socklen_t size = sizeof priority;
  ::getsockopt(socket, SOL_SOCKET, SO_PRIORITY, &priority, &size);
  return priority < 0 ? 0 : priority;
}

tl::unexpected<Error> refused(const PacingOffer& offer, std::error_code why) {
  return fail(why,
              "the kernel refuses transmission times by the clock of " + offer.interface + ": " + why.message(),
              why.value() == EPERM ? "with etf they need the capability CAP_NET_ADMIN" : "use fq");
}

}  // namespace

Result<TransmitTimes> enable_transmit_times(int socket, const Endpoint& receiver) {
  const int present = priority_of(socket);
  const auto offer = pacing_towards(receiver, static_cast<std::size_t>(present));
  if (!offer) return tl::unexpected(offer.error());
  const sock_txtime setting{.clockid = offer->clock, .flags = SOF_TXTIME_REPORT_ERRORS};
  if (::setsockopt(socket, SOL_SOCKET, SO_TXTIME, &setting, sizeof setting) != 0)
    return refused(*offer, {errno, std::system_category()});
  if (offer->priority != present &&
      ::setsockopt(socket, SOL_SOCKET, SO_PRIORITY, &offer->priority, sizeof offer->priority) != 0)
    return fail({errno, std::system_category()},
                "the kernel refuses priority " + std::to_string(offer->priority) + " at " + offer->interface,
                "priorities above " + std::to_string(kHighestForAll) +
                    " need the capability CAP_NET_ADMIN; map a lower one to " + offer->discipline);
  return TransmitTimes{
      {offer->interface, offer->discipline}, KernelClock(offer->clock), offer->discipline == "etf"};
}

}  // namespace idn::io::platform
