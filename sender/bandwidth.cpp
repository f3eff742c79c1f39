// SPDX-License-Identifier: MIT
#include "sender/bandwidth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "idn/io/find/network.hpp"
#include "idn/stream/find/target.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::sender {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kIpHeader = 20, kUdpHeader = 8;
constexpr std::size_t kFragment = 1480;  ///< octets of an IP packet behind its header
constexpr std::size_t kShortestPacket = 46;
/// Preamble 8, addresses and type 14, checksum 4, gap 12.
constexpr std::size_t kEthernet = 38;

constexpr std::size_t kMessage = wire::PacketHeader::kSize + wire::ChannelMessageHeader::kSize;
/// How often the configuration is repeated, in seconds.
constexpr double kConfigPeriod = 0.2;

std::size_t configuration(const StreamOptions& o) {
  return wire::ChannelConfig::kHeaderSize + o.format.dictionary().size();
}

/// Datagrams with a configuration, per second, of those that are due every `period` seconds.
double configurations(double period) {
  return 1 / (period * std::max(1.0, std::ceil(kConfigPeriod / period - 1e-9)));
}

struct Totals {
  StreamLoad& load;

  void add(double per_second, std::size_t datagram) const {
    load.datagrams += per_second;
    load.packets += per_second * static_cast<double>(ip_packets(datagram));
    load.octets += per_second * static_cast<double>(ethernet_octets(datagram));
  }
};

void add_wave(const StreamOptions& o, StreamLoad& load) {
  const std::size_t samples = samples_per_packet(o);
  const double period = static_cast<double>(samples) / static_cast<double>(o.rate);
  const std::size_t datagram = kMessage + wire::ChunkHeader::kSize + samples * o.format.sample_size();
  const double configured = configurations(period);
  const Totals totals{load};
  totals.add(1 / period - configured, datagram);
  totals.add(configured, datagram + configuration(o));
  const auto at_once =
      std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(in_seconds(o.tick) / period)));
  load.burst = at_once * ethernet_octets(datagram + configuration(o));
}

/// The datagrams of a frame: the first with `overhead` octets before its samples.
std::vector<std::size_t> datagrams_of_frame(std::size_t octets, std::size_t overhead, std::size_t longest) {
  std::vector<std::size_t> datagrams;
  for (std::size_t before = overhead;; before = kMessage) {
    const std::size_t samples = std::min(octets, longest - before);
    datagrams.push_back(before + samples);
    octets -= samples;
    if (octets == 0) return datagrams;
  }
}

void add_frames(const StreamPlan& plan, std::size_t longest, StreamLoad& load) {
  const StreamOptions& o = plan.options;
  const auto most = static_cast<double>(client::max_frame_samples(o.format));
  load.is_limit = !plan.samples_per_picture;
  const auto samples =
      static_cast<std::size_t>(std::clamp(std::round(plan.samples_per_picture.value_or(most)), 2.0, most));
  const std::size_t octets = samples * o.format.sample_size();
  const std::size_t overhead = kMessage + wire::ChunkHeader::kSize;
  const double configured = configurations(1 / o.fps);
  const Totals totals{load};
  for (const auto datagram : datagrams_of_frame(octets, overhead, longest))
    totals.add(o.fps - configured, datagram);
  const auto configured_frame = datagrams_of_frame(octets, overhead + configuration(o), longest);
  for (const auto datagram : configured_frame) totals.add(configured, datagram);
  load.burst = ethernet_octets(configured_frame.front());
}

std::optional<std::uint64_t> speed_of(const std::string& interface) {
  std::ifstream file("/sys/class/net/" + interface + "/speed");
  long long mbit = 0;
  if (!(file >> mbit) || mbit <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(mbit);
}

/// Address of a target that is one.
std::optional<std::uint32_t> address_of(const std::string& target) {
  const auto parsed = stream::parse_target(target);
  if (!parsed || parsed->unit || parsed->host.find_first_not_of("0123456789.") != std::string::npos)
    return std::nullopt;
  const auto at = io::resolve(parsed->host, parsed->port);
  return at ? std::optional(at->ipv4_address()) : std::nullopt;
}

StreamLoad sum_of(const std::vector<StreamLoad>& loads) {
  StreamLoad sum;
  for (const StreamLoad& load : loads) {
    sum.datagrams += load.datagrams;
    sum.packets += load.packets;
    sum.octets += load.octets;
    sum.burst += load.burst;
    sum.is_limit = sum.is_limit || load.is_limit;
  }
  return sum;
}

double mbit_of(const StreamLoad& load) {
  return load.octets * 8 / 1e6;
}

/// How many more streams fit, of the mean of those that there are.
std::uint64_t more_of(const StreamLoad& sum, std::size_t streams, const Link& link) {
  const double room = static_cast<double>(link.mbit) - mbit_of(sum);
  return room <= 0 ? 0 : static_cast<std::uint64_t>(room * static_cast<double>(streams) / mbit_of(sum));
}

double burst_us(const StreamLoad& sum, const Link& link) {
  return static_cast<double>(sum.burst * 8) / static_cast<double>(link.mbit);
}

std::string link_line(const StreamLoad& sum, std::size_t streams, const Link& link) {
  const double share = 100 * mbit_of(sum) / static_cast<double>(link.mbit);
  return fmt::format("{} Mbit/s{}: {:.1f} %, {}; all at one moment take {:.0f} us\n", link.mbit,
                     link.interface.empty() ? "" : fmt::format(" ({})", link.interface), share,
                     share >= 100 ? std::string("too much")
                                  : fmt::format("room for {} more such streams", more_of(sum, streams, link)),
                     burst_us(sum, link));
}

}  // namespace

std::size_t ip_packets(std::size_t datagram) noexcept {
  return (datagram + kUdpHeader + kFragment - 1) / kFragment;
}

std::size_t ethernet_octets(std::size_t datagram) noexcept {
  std::size_t octets = 0;
  for (std::size_t left = datagram + kUdpHeader; left > 0;) {
    const std::size_t part = std::min(left, kFragment);
    octets += kEthernet + std::max(kShortestPacket, kIpHeader + part);
    left -= part;
  }
  return octets;
}

StreamLoad load_of(const StreamPlan& plan) {
  const client::DeviceOptions device = device_options(plan.options);
  StreamLoad load{.projector = plan.options.projector};
  if (device.frames)
    add_frames(plan, device.frames->max_datagram, load);
  else
    add_wave(plan.options, load);
  return load;
}

std::vector<Link> links_of(const std::vector<StreamPlan>& plans) {
  std::vector<Link> links{{.mbit = 100}, {.mbit = 1000}};
  const auto interfaces = io::survey_interfaces();
  if (!interfaces) return links;
  for (const auto& interface : interfaces->usable) {
    const bool is_used = std::ranges::any_of(plans, [&](const StreamPlan& plan) {
      const auto address = address_of(plan.options.target);
      return address && interface.contains(*address);
    });
    const auto speed = is_used ? speed_of(interface.name) : std::nullopt;
    if (!speed) continue;
    const auto same = std::ranges::find(links, *speed, &Link::mbit);
    if (same == links.end())
      links.push_back({*speed, interface.name});
    else
      same->interface += (same->interface.empty() ? "" : ", ") + interface.name;
  }
  return links;
}

std::string bandwidth_text(const std::vector<StreamLoad>& loads, const std::vector<Link>& links) {
  std::string text = fmt::format("{:<32} {:>11} {:>11} {:>9}\n", "", "datagrams/s", "packets/s", "Mbit/s");
  const auto add = [&](const std::string& name, const StreamLoad& load) {
    text += fmt::format("{:<32} {:11.1f} {:11.1f} {:9.3f}{}\n", name, load.datagrams, load.packets,
                        mbit_of(load), load.is_limit ? " at most" : "");
  };
  for (const StreamLoad& load : loads) add(load.projector, load);
  const StreamLoad sum = sum_of(loads);
  add(fmt::format("{} together", loads.size()), sum);
  for (const Link& link : links) text += link_line(sum, loads.size(), link);
  return text + "on Ethernet, with preamble, gap and all headers, MTU 1500; nothing was sent\n";
}

std::string bandwidth_json(const std::vector<StreamLoad>& loads, const std::vector<Link>& links) {
  const auto load_json = [](const StreamLoad& load) {
    return Json{{"datagrams_per_second", load.datagrams},
                {"packets_per_second", load.packets},
                {"mbit_per_second", mbit_of(load)},
                {"is_limit", load.is_limit}};
  };
  const StreamLoad sum = sum_of(loads);
  Json json{{"streams", Json::array()}, {"together", load_json(sum)}, {"links", Json::array()}};
  for (const StreamLoad& load : loads) {
    Json stream{{"projector", load.projector}};
    stream.update(load_json(load));
    json["streams"].push_back(std::move(stream));
  }
  for (const Link& link : links)
    json["links"].push_back({{"mbit_per_second", link.mbit},
                             {"interface", link.interface.empty() ? Json(nullptr) : Json(link.interface)},
                             {"share", mbit_of(sum) / static_cast<double>(link.mbit)},
                             {"more_streams", more_of(sum, loads.size(), link)},
                             {"burst_us", burst_us(sum, link)}});
  return cli::json_line(json);
}

}  // namespace idn::sender
