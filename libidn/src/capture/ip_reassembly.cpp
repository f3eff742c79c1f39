// SPDX-License-Identifier: MIT
#include "capture/ip_reassembly.hpp"

#include <algorithm>

namespace idn::capture {
namespace {

bool are_of_one_datagram(const IpPacket& a, const IpPacket& b) {
  return a.fragment->identification == b.fragment->identification && a.source == b.source &&
         a.destination == b.destination;
}

/// The ports are the first four octets after the IP header.
void read_ports(ConstBytes octets, ReassemblyFailure& broken) {
  ByteReader in(octets);
  broken.source.port = in.read<std::uint16_t>();
  broken.destination.port = in.read<std::uint16_t>();
}

}  // namespace

bool IpReassembler::Partial::has(Range range) const noexcept {
  return std::ranges::any_of(received, [=](Range r) { return r.begin <= range.begin && range.end <= r.end; });
}

bool IpReassembler::Partial::is_complete() const noexcept {
  return size && received.size() == 1 && received[0].begin == 0 && received[0].end == *size;
}

/// Whether what was received of these octets is the same.
bool IpReassembler::Partial::agrees(Range range, ConstBytes captured) const noexcept {
  return std::ranges::all_of(received, [&](Range known) {
    const std::size_t begin = std::max(known.begin, range.begin);
    const std::size_t end = std::min({known.end, range.end, range.begin + captured.size()});
    return begin >= end || std::ranges::equal(captured.subspan(begin - range.begin, end - begin),
                                              ConstBytes(octets).subspan(begin, end - begin));
  });
}

/// Joins it with the ranges that it overlaps or meets.
void IpReassembler::Partial::insert(Range range) {
  const auto first = std::ranges::lower_bound(received, range.begin, {}, &Range::end);
  auto last = first;
  for (; last != received.end() && last->begin <= range.end; ++last)
    range = {std::min(range.begin, last->begin), std::max(range.end, last->end)};
  received.insert(received.erase(first, last), range);
}

std::optional<IpReassembler::Reassembled> IpReassembler::add(const IpPacket& fragment,
                                                             const CapturePosition& position) {
  ++facts_.fragments;
  expire(position.time);
  const auto partial = find_or_begin(fragment, position);
  ++partial->fragments;
  if (!partial->is_contradicting && !place(*partial, fragment)) {
    // The entry stays until it times out, so that further fragments are ignored instead of starting a new one.
    partial->is_contradicting = true;
    partial->octets = {};
    partial->received = {};
  }
  if (!partial->is_complete()) return std::nullopt;
  return hand_over(partial, position.time);
}

IpReassembler::Partials::iterator IpReassembler::find_or_begin(const IpPacket& fragment,
                                                               const CapturePosition& position) {
  const auto found = std::ranges::find_if(
      partials_, [&](const Partial& partial) { return are_of_one_datagram(partial.head, fragment); });
  if (found != partials_.end()) return found;
  if (partials_.size() == kMaxDatagrams) give_up(partials_.begin(), ReassemblyFailure::Cause::NoRoom);
  partials_.push_back(
      {.at = position, .head = fragment, .is_repetition = was_completed(fragment, position.time)});
  return std::prev(partials_.end());
}

bool IpReassembler::was_completed(const IpPacket& fragment, Duration now) const {
  return std::any_of(completed_.rbegin(), completed_.rend(), [&](const Completed& completed) {
    return now - completed.at <= kRemembered && are_of_one_datagram(completed.head, fragment);
  });
}

void IpReassembler::expire(Duration now) {
  while (!partials_.empty() && now - partials_.front().at.time > kTimeout)
    give_up(partials_.begin(), ReassemblyFailure::Cause::Incomplete);
}

void IpReassembler::finish() {
  while (!partials_.empty()) give_up(partials_.begin(), ReassemblyFailure::Cause::Incomplete);
}

void IpReassembler::give_up(Partials::iterator partial, ReassemblyFailure::Cause cause) {
  if (partial->is_repetition && !partial->is_contradicting) {
    facts_.repeated += partial->fragments;
    partials_.erase(partial);
    return;
  }
  ReassemblyFailure broken{partial->at,
                           partial->is_contradicting ? ReassemblyFailure::Cause::Contradicting : cause,
                           partial->head.source, partial->head.destination, partial->fragments};
  if (partial->has({0, 4})) read_ports(partial->octets, broken);
  facts_.broken.add(broken);
  partials_.erase(partial);
}

/// Copies the fragment to its place. @return false if it contradicts those that arrived before
bool IpReassembler::place(Partial& partial, const IpPacket& fragment) {
  const FragmentInfo& at = *fragment.fragment;
  const Range range{at.offset, at.offset + fragment.content.wire_length};
  const bool is_multiple_of_8 = fragment.content.wire_length % 8 == 0;
  if (range.end > 0xFFFF || range.begin == range.end || (at.has_more && !is_multiple_of_8)) return false;
  if (!at.has_more && partial.size.value_or(range.end) != range.end) return false;
  if (!at.has_more) partial.size = range.end;
  const std::size_t farthest = partial.received.empty() ? 0 : partial.received.back().end;
  if (std::max(farthest, range.end) > partial.size.value_or(SIZE_MAX)) return false;

  const ConstBytes captured = fragment.content.bytes;
  if (!partial.agrees(range, captured)) return false;
  if (partial.has(range)) {
    ++facts_.repeated;
    return true;
  }
  if (range.begin < farthest) ++facts_.out_of_order;
  if (range.begin == 0) partial.head.protocol = fragment.protocol;
  if (captured.size() < fragment.content.wire_length)
    partial.captured_until = std::min(partial.captured_until, range.begin + captured.size());
  partial.octets.resize(std::max(partial.octets.size(), range.end));
  std::ranges::copy(captured, partial.octets.begin() + static_cast<std::ptrdiff_t>(range.begin));
  partial.insert(range);
  return true;
}

IpReassembler::Reassembled IpReassembler::hand_over(Partials::iterator partial, Duration now) {
  if (completed_.size() == kMaxRemembered) completed_.pop_front();
  completed_.push_back({now, partial->head});
  whole_ = std::move(partial->octets);
  Reassembled whole{partial->head, partial->fragments};
  whole.packet.fragment.reset();
  whole.packet.content = {ConstBytes(whole_).first(std::min(whole_.size(), partial->captured_until)),
                          whole_.size()};
  ++facts_.datagrams;
  partials_.erase(partial);
  return whole;
}

}  // namespace idn::capture
