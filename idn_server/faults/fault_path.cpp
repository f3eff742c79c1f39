// SPDX-License-Identifier: MIT
#include "idn_server/faults/fault_path.hpp"

#include <algorithm>
#include <utility>

#include "idn/wire/acknowledge.hpp"
#include "idn/wire/channel_message.hpp"

namespace idn::server {
namespace {

constexpr std::size_t kIpAndUdpHeaders = 28;
constexpr std::size_t kResultOctet = wire::PacketHeader::kSize + wire::Acknowledge::kResultAt;

std::optional<wire::Command> command_of(ConstBytes datagram) noexcept {
  ByteReader in(datagram);
  const auto header = wire::PacketHeader::decode(in);
  return header ? std::optional(header->command) : std::nullopt;
}

bool is_acknowledge(ConstBytes datagram) noexcept {
  return command_of(datagram) == wire::Command::RtAcknowledge && datagram.size() > kResultOctet;
}

bool carries_configuration(ConstBytes datagram) noexcept {
  const auto command = command_of(datagram);
  if (command != wire::Command::RtMessage && command != wire::Command::RtMessageAckRequest) return false;
  const auto message = wire::ChannelMessage::decode(datagram.subspan(wire::PacketHeader::kSize));
  return message && message->config && message->config->routing;
}

}  // namespace

bool DirectionPlan::is_empty() const noexcept {
  const double shares = loss + burst_loss + drop_configurations + duplicate + corrupt + reorder;
  return shares + withhold_acknowledges == 0 && delay == Duration{} && rate == 0 && !acknowledge_result &&
         silences.empty();
}

FaultPath::FaultPath(const DirectionPlan& plan, std::uint64_t seed, TimePoint begin)
    : plan_(plan), begin_(begin), random_(seed), delay_(plan.delay, plan.jitter, random_) {
  held_back_.reserve(kMostFlows);
}

void FaultPath::offer(const PassingDatagram& datagram, TimePoint now) {
  ++counters_.offered;
  if (is_dropped(datagram.bytes, now)) return;
  const auto sent = transmit_on_link(datagram.bytes.size(), now);
  if (!sent) {
    ++counters_.over_rate;
    return;
  }
  const bool is_twice = random_.bernoulli(plan_.duplicate);
  if (memory_size_ + (is_twice ? 2 : 1) * Item::memory_size(datagram.bytes) > kMostOctets) {
    ++counters_.overflowed;
    return;
  }
  // Link and delay never change the order of datagrams.
  last_due_ = std::max(last_due_, *sent + delay_.at(*sent));
  Item item = copy(datagram);
  alter(item);
  if (is_twice) {
    ++counters_.duplicated;
    Item duplicate = copy(item.datagram);
    queue(std::move(duplicate), last_due_);
  }
  release(std::move(item), last_due_);
}

bool FaultPath::is_dropped(ConstBytes bytes, TimePoint now) {
  const auto drops = [](bool is_hit, std::uint64_t& counter) {
    counter += is_hit ? 1 : 0;
    return is_hit;
  };
  const bool is_silent =
      std::ranges::any_of(plan_.silences, [&](const Outage& o) { return o.covers(now - begin_); });
  const bool hits_configuration = plan_.drop_configurations > 0 && carries_configuration(bytes) &&
                                  random_.bernoulli(plan_.drop_configurations);
  const bool hits_acknowledge = plan_.withhold_acknowledges > 0 && is_acknowledge(bytes) &&
                                random_.bernoulli(plan_.withhold_acknowledges);
  return drops(is_silent, counters_.silenced) || drops(hits_configuration, counters_.configurations_dropped) ||
         drops(hits_acknowledge, counters_.acknowledges_withheld) ||
         drops(is_lost_in_burst(), counters_.lost_in_bursts) ||
         drops(random_.bernoulli(plan_.loss), counters_.lost);
}

/// Gilbert model: everything within a burst is lost. The probabilities of entering and leaving a burst follow
/// from the share that is lost and the mean length of a burst.
bool FaultPath::is_lost_in_burst() noexcept {
  if (plan_.burst_loss == 0) return false;
  const double leaves = 1 / plan_.burst_length;
  const double enters = plan_.burst_loss / (1 - plan_.burst_loss) * leaves;
  in_burst_ = in_burst_ ? !random_.bernoulli(leaves) : random_.bernoulli(enters);
  return in_burst_;
}

std::optional<TimePoint> FaultPath::transmit_on_link(std::size_t octets, TimePoint now) noexcept {
  if (plan_.rate == 0) return now;
  const TimePoint begin = std::max(now, link_free_);
  if (begin - now > kLinkQueue) return std::nullopt;
  const double seconds = 8 * static_cast<double>(octets + kIpAndUdpHeaders) / static_cast<double>(plan_.rate);
  link_free_ = begin + Duration(std::llround(seconds * 1e9));
  return link_free_;
}

/// Reuses buffers, so that nothing is allocated once all have reached their size.
FaultPath::Item FaultPath::copy(const PassingDatagram& datagram) {
  Item item;
  item.datagram = datagram;
  if (!spare_buffers_.empty()) {
    item.octets = std::move(spare_buffers_.back());
    spare_buffers_.pop_back();
  }
  item.octets.assign(datagram.bytes.begin(), datagram.bytes.end());
  item.datagram.bytes = item.octets;
  memory_size_ += Item::memory_size(item.octets);
  return item;
}

void FaultPath::alter(Item& item) {
  if (plan_.acknowledge_result && is_acknowledge(item.octets)) {
    item.octets[kResultOctet] = std::byte{*plan_.acknowledge_result};
    ++counters_.results_changed;
  }
  if (item.octets.empty() || !random_.bernoulli(plan_.corrupt)) return;
  item.octets[random_.below(item.octets.size())] ^= std::byte{1} << random_.below(8);
  ++counters_.corrupted;
}

void FaultPath::release(Item item, TimePoint due) {
  if (hold_back(item, due)) return;
  const PassingDatagram overtaker = item.datagram;
  queue(std::move(item), due);
  release_overtaken(overtaker, due);
}

/// The share of those that may be held back. The datagram that overtakes a held-back one may not be held back
/// itself, so a larger share of the others gives the share of all.
bool FaultPath::hold_back(Item& item, TimePoint due) {
  if (plan_.reorder == 0 || held_back_.size() == kMostFlows) return false;
  const auto waits = [&](const Item& other) { return same_flow(other.datagram, item.datagram); };
  if (std::ranges::any_of(held_back_, waits)) return false;
  if (!random_.bernoulli(plan_.reorder / (1 - plan_.reorder))) return false;
  item.due = due + kLongestHold;
  held_back_.push_back(std::move(item));
  return true;
}

void FaultPath::release_overtaken(const PassingDatagram& overtaker, TimePoint due) {
  const auto waits = [&](const Item& other) { return same_flow(other.datagram, overtaker); };
  const auto held = std::ranges::find_if(held_back_, waits);
  if (held == held_back_.end()) return;
  ++counters_.reordered;
  queue(std::move(*held), due);
  held_back_.erase(held);
}

void FaultPath::release_overdue(TimePoint now) {
  for (auto held = held_back_.begin(); held != held_back_.end();) {
    if (held->due > now) {
      ++held;
      continue;
    }
    const TimePoint due = held->due;
    last_due_ = std::max(last_due_, due);
    queue(std::move(*held), due);
    held = held_back_.erase(held);
  }
}

void FaultPath::queue(Item item, TimePoint due) {
  item.due = due;
  item.serial = ++last_serial_;
  in_flight_.push_back(std::move(item));
  std::push_heap(in_flight_.begin(), in_flight_.end());
}

std::optional<FaultPath::Released> FaultPath::poll(TimePoint now) {
  release_overdue(now);
  if (in_flight_.empty() || in_flight_.front().due > now) return std::nullopt;
  std::pop_heap(in_flight_.begin(), in_flight_.end());
  if (released_.octets.capacity() > 0) spare_buffers_.push_back(std::move(released_.octets));
  released_ = std::move(in_flight_.back());
  in_flight_.pop_back();
  memory_size_ -= Item::memory_size(released_.octets);
  released_.datagram.bytes = released_.octets;
  ++counters_.released;
  return Released{released_.datagram, released_.due};
}

TimePoint FaultPath::next_deadline() const noexcept {
  TimePoint next = in_flight_.empty() ? kNever : in_flight_.front().due;
  for (const Item& item : held_back_) next = std::min(next, item.due);
  return next;
}

}  // namespace idn::server
