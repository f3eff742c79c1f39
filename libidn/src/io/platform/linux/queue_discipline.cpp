// SPDX-License-Identifier: MIT
#include "io/platform/linux/queue_discipline.hpp"

#include <arpa/inet.h>
#include <linux/pkt_sched.h>
#include <net/if.h>

#include <algorithm>
#include <array>

#include "io/platform/linux/netlink.hpp"

namespace idn::io::platform {
namespace {

constexpr std::uint32_t kMajor = 0xFFFF'0000u;

std::string text(ConstBytes octets) {
  const auto* const first = reinterpret_cast<const char*>(octets.data());
  return {first, ::strnlen(first, octets.size())};
}

std::optional<QueueDiscipline::Etf> parse_etf(ConstBytes options) {
  std::optional<QueueDiscipline::Etf> etf;
  for_each_attribute(options, [&](const rtattr& attribute, ConstBytes value) {
    const auto parameters = read_as<tc_etf_qopt>(value);
    if (attribute.rta_type != TCA_ETF_PARMS || !parameters) return;
    etf = {parameters->clockid, (parameters->flags & TC_ETF_DEADLINE_MODE_ON) != 0};
  });
  return etf;
}

using ByPriority = std::array<QueueDiscipline::Below, QueueDiscipline::kPriorities>;

/// Of several queues `map` tells that of each priority; `below` those that it consists of.
template <class Below>
ByPriority by_priority(const std::uint8_t (&map)[QueueDiscipline::kPriorities], Below below) {
  ByPriority found;
  for (std::size_t priority = 0; priority < found.size(); ++priority)
    if (map[priority] < QueueDiscipline::kPriorities) found[priority] = below(map[priority]);
  return found;
}

std::optional<ByPriority> parse_by_priority(const std::string& kind, ConstBytes options) {
  if (kind == "prio")
    if (const auto bands = read_as<tc_prio_qopt>(options))
      return by_priority(bands->priomap, [](std::uint32_t band) {
        return QueueDiscipline::Below{.first = band + 1, .count = 1};
      });
  if (kind == "mqprio")
    if (const auto classes = read_as<tc_mqprio_qopt>(options))
      return by_priority(classes->prio_tc_map, [&](std::uint32_t each) {
        return QueueDiscipline::Below{.first = classes->offset[each] + 1u, .count = classes->count[each]};
      });
  return std::nullopt;
}

QueueDiscipline parse_discipline(const tcmsg& message, ConstBytes attributes) {
  QueueDiscipline found;
  found.interface = message.tcm_ifindex;
  found.handle = message.tcm_handle;
  found.parent = message.tcm_parent;
  ConstBytes options;
  for_each_attribute(attributes, [&](const rtattr& attribute, ConstBytes value) {
    if (attribute.rta_type == TCA_KIND) found.kind = text(value);
    if (attribute.rta_type == TCA_OPTIONS) options = value;
  });
  if (found.kind == "etf") found.etf = parse_etf(options);
  found.by_priority = parse_by_priority(found.kind, options);
  return found;
}

/// Those that datagrams of a priority pass: the root, or those below it if the root only distributes to several
/// queues.
std::vector<QueueDiscipline> on_datagram_path(std::span<const QueueDiscipline> all, std::size_t priority) {
  std::vector<QueueDiscipline> found;
  for (const auto& root : all) {
    if (root.parent != TC_H_ROOT) continue;
    if (root.kind != "mq" && !root.by_priority) return {root};
    for (const auto& child : all) {
      if ((child.parent & kMajor) != (root.handle & kMajor)) continue;
      const std::uint32_t number = child.parent & ~kMajor;
      const auto below = root.by_priority ? (*root.by_priority)[priority] : QueueDiscipline::Below{0, ~0u};
      if (number >= below.first && number - below.first < below.count) found.push_back(child);
    }
  }
  return found;
}

tl::unexpected<Error> lacks(const std::string& interface, const std::string& kind) {
  return fail(Errc::NotSupported,
              interface + " has " + (kind.empty() ? "no queue discipline" : "the queue discipline " + kind),
              "kernel pacing needs fq (tc qdisc replace dev " + interface + " root fq) or etf");
}

Result<clockid_t> clock_of(const std::string& interface, const QueueDiscipline& discipline) {
  if (discipline.kind == "fq") return CLOCK_MONOTONIC;
  if (!discipline.etf) return lacks(interface, discipline.kind);
  if (discipline.etf->deadline_mode)
    return fail(Errc::NotSupported,
                interface + " has the queue discipline etf in deadline mode, which sends ahead of time",
                "set it up without deadline_mode");
  return discipline.etf->clock;
}

Result<PacingOffer> offer_at(std::size_t priority, const std::string& interface,
                             std::span<const QueueDiscipline> disciplines) {
  const auto passed = on_datagram_path(disciplines, priority);
  if (passed.empty()) return lacks(interface, "");
  const auto clock = clock_of(interface, passed.front());
  for (const auto& other : passed) {
    const auto its_clock = clock_of(interface, other);
    if (!its_clock) return tl::unexpected(its_clock.error());
    if (*its_clock != *clock)
      return fail(Errc::NotSupported,
                  std::string(interface).append(" has queues that pace by different clocks"),
                  "give it the queue discipline fq (tc qdisc replace dev " + interface + " root fq)");
  }
  return PacingOffer{interface, passed.front().kind, *clock, static_cast<int>(priority)};
}

template <class Body>
struct NetlinkRequest {
  nlmsghdr header;
  Body body;

  NetlinkRequest(std::uint16_t type, std::uint16_t flags, const Body& content)
      : header{.nlmsg_len = sizeof(NetlinkRequest),
               .nlmsg_type = type,
               .nlmsg_flags = static_cast<std::uint16_t>(NLM_F_REQUEST | flags),
               .nlmsg_seq = 0,
               .nlmsg_pid = 0},
        body(content) {}
};

Result<std::vector<std::byte>> ask_for_route(const Endpoint& receiver) {
  struct Body {
    rtmsg route;
    rtattr attribute;
    std::uint32_t destination;
  };
  Body body{};
  body.route.rtm_family = AF_INET;
  body.route.rtm_dst_len = 32;
  body.attribute = {.rta_len = RTA_LENGTH(sizeof body.destination), .rta_type = RTA_DST};
  body.destination = htonl(receiver.ipv4_address());
  const NetlinkRequest<Body> request(RTM_GETROUTE, 0, body);
  return ask_kernel(std::as_bytes(std::span(&request, 1)));
}

Result<std::vector<std::byte>> ask_for_disciplines() {
  const NetlinkRequest<tcmsg> request(RTM_GETQDISC, NLM_F_DUMP, tcmsg{});
  return ask_kernel(std::as_bytes(std::span(&request, 1)));
}

tl::unexpected<Error> not_reported(const char* what, std::error_code why) {
  return fail(why, std::string("the kernel does not report ") + what + ": " + why.message());
}

}  // namespace

std::optional<int> parse_outgoing_interface(ConstBytes answer) {
  std::optional<int> index;
  for_each_message(answer, [&](const nlmsghdr& header, ConstBytes body) {
    if (header.nlmsg_type != RTM_NEWROUTE || body.size() < sizeof(rtmsg)) return;
    for_each_attribute(body.subspan(sizeof(rtmsg)), [&](const rtattr& attribute, ConstBytes value) {
      if (attribute.rta_type == RTA_OIF) index = read_as<int>(value);
    });
  });
  return index;
}

std::vector<QueueDiscipline> parse_disciplines(ConstBytes answers) {
  std::vector<QueueDiscipline> found;
  for_each_message(answers, [&](const nlmsghdr& header, ConstBytes body) {
    const auto message = read_as<tcmsg>(body);
    if (header.nlmsg_type == RTM_NEWQDISC && message)
      found.push_back(parse_discipline(*message, body.subspan(sizeof(tcmsg))));
  });
  return found;
}

Result<PacingOffer> pacing_offer(const std::string& interface, std::span<const QueueDiscipline> disciplines,
                                 std::size_t priority) {
  auto usual = offer_at(std::min(priority, QueueDiscipline::kPriorities - 1), interface, disciplines);
  for (std::size_t other = 0; !usual && other < QueueDiscipline::kPriorities; ++other)
    if (auto offer = offer_at(other, interface, disciplines)) return offer;
  return usual;
}

Result<PacingOffer> pacing_towards(const Endpoint& receiver, std::size_t priority) {
  const auto route = ask_for_route(receiver);
  if (!route) return not_reported("the route to the receiver", route.error().system);
  const int index = parse_outgoing_interface(*route).value_or(0);
  std::array<char, IF_NAMESIZE> name{};
  if (::if_indextoname(static_cast<unsigned>(index), name.data()) == nullptr)
    return not_reported("the interface to the receiver", std::error_code(errno, std::system_category()));
  const auto answers = ask_for_disciplines();
  if (!answers) return not_reported("the queue disciplines", answers.error().system);
  auto disciplines = parse_disciplines(*answers);
  std::erase_if(disciplines, [&](const QueueDiscipline& each) { return each.interface != index; });
  return pacing_offer(name.data(), disciplines, priority);
}

}  // namespace idn::io::platform
