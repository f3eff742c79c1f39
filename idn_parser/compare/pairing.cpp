// SPDX-License-Identifier: MIT
#include "idn_parser/compare/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/failure.hpp"
#include "cli/units.hpp"
#include "idn_parser/compare/matching.hpp"

namespace idn::parser {
namespace {

/// Upper limit, since matching by content compares every unpaired connection with every other.
constexpr std::size_t kMaxUnpaired = 64;

class Pairing {
 public:
  Pairing(const TrafficFingerprints& sent, const TrafficFingerprints& received)
      : sent_(sent),
        received_(received),
        sent_taken_(sent.connections.size()),
        received_taken_(received.connections.size()) {}

  void take(const Pair& pair) {
    sent_taken_[pair.sent] = received_taken_[pair.received] = true;
    pairs_.push_back(pair);
  }

  void take_given(const Pair& pair) {
    if (pair.sent >= sent_taken_.size() || pair.received >= received_taken_.size())
      refuse("--match names a connection that is not there");
    if (sent_taken_[pair.sent] || received_taken_[pair.received]) refuse("--match names a connection twice");
    take(pair);
  }

  void by_address() {
    for (std::size_t i = 0; i < sent_taken_.size(); ++i) {
      const auto same =
          std::ranges::find(received_.connections, sent_.connections[i].key, &ConnectionFingerprints::key);
      const auto j = static_cast<std::size_t>(same - received_.connections.begin());
      if (same != received_.connections.end() && !sent_taken_[i] && !received_taken_[j]) take({i, j});
    }
  }

  void by_content() {
    const auto unpaired_sent = unpaired_indices(sent_taken_),
               unpaired_received = unpaired_indices(received_taken_);
    if (unpaired_sent.empty() || unpaired_received.empty()) return;
    if (unpaired_sent.size() > kMaxUnpaired || unpaired_received.size() > kMaxUnpaired)
      refuse("too many connections to match");
    for (const std::size_t i : unpaired_sent) by_content(i, unpaired_received);
    forbid_sharing();
    for (const Pair& pair : by_content_) take(pair);
  }

  std::vector<Pair> pairs() && { return std::move(pairs_); }

 private:
  static std::vector<std::size_t> unpaired_indices(const std::vector<bool>& taken) {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < taken.size(); ++i)
      if (!taken[i]) free.push_back(i);
    return free;
  }

  std::size_t common(const FingerprintIndex& index, const ConnectionFingerprints& received) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(received.fingerprints, [&](const Fingerprint& p) { return index.contains(p); }));
  }

  /// Pairs a sent connection with the received one that shares most fingerprints. Refuses if another shares
  /// more than half as many. Connections that carry the same show still differ: their timestamps rarely start
  /// in the same microsecond.
  void by_content(std::size_t i, const std::vector<std::size_t>& candidates) {
    const auto& sent = sent_.connections[i];
    const FingerprintIndex index(sent.fingerprints);
    std::size_t best = 0, second = 0, chosen = 0;
    for (const std::size_t j : candidates) {
      const auto& received = received_.connections[j];
      if (received.key.client_group != sent.key.client_group) continue;
      const std::size_t shared = common(index, received);
      if (shared > best)
        second = best, best = shared, chosen = j;
      else
        second = std::max(second, shared);
    }
    if (best == 0) return;
    if (second * 2 > best) refuse(fmt::format("connection {} of {} could be several", i + 1, sent_.file));
    by_content_.push_back({i, chosen});
  }

  void forbid_sharing() const {
    for (const Pair& pair : by_content_)
      if (std::ranges::count(by_content_, pair.received, &Pair::received) > 1)
        refuse(fmt::format("connection {} of {} could be several", pair.received + 1, received_.file));
  }

  [[noreturn]] void refuse(const std::string& cause) const {
    throw cli::Failure(cli::kUsage, fmt::format("{}; give --match SENT=RECEIVED with these numbers\n{}{}",
                                                cause, list_of(sent_), list_of(received_)));
  }

  const TrafficFingerprints& sent_;
  const TrafficFingerprints& received_;
  std::vector<bool> sent_taken_;
  std::vector<bool> received_taken_;
  std::vector<Pair> by_content_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<Pair> pair_connections(const TrafficFingerprints& sent, const TrafficFingerprints& received,
                                   const std::vector<Pair>& given) {
  Pairing pairing(sent, received);
  for (const Pair& pair : given) pairing.take_given(pair);
  pairing.by_address();
  pairing.by_content();
  return std::move(pairing).pairs();
}

std::optional<Pair> parse_pair(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const auto sent = cli::parse_count(text.substr(0, equals)),
             received = cli::parse_count(text.substr(equals + 1));
  if (!sent || !received || *sent == 0 || *received == 0) return std::nullopt;
  return Pair{static_cast<std::size_t>(*sent - 1), static_cast<std::size_t>(*received - 1)};
}

std::string list_of(const TrafficFingerprints& traffic) {
  std::string list = traffic.file + "\n";
  for (std::size_t i = 0; i < traffic.connections.size(); ++i)
    list += fmt::format("  {} {}, {} datagrams\n", i + 1, to_string(traffic.connections[i].key),
                        traffic.connections[i].fingerprints.size());
  return list;
}

}  // namespace idn::parser
