// SPDX-License-Identifier: MIT
#include "idn_parser/compare/matching.hpp"

#include <algorithm>
#include <span>

namespace idn::parser {

FingerprintIndex::FingerprintIndex(const Fingerprints& fingerprints) : first_records_(fingerprints.size()) {
  entries_.reserve(fingerprints.size());
  for (std::uint32_t i = 0; i < fingerprints.size(); ++i) entries_.push_back({key_of(fingerprints[i]), i});
  std::ranges::sort(entries_);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const std::uint32_t self = entries_[i].index;
    const bool is_repeated = i > 0 && entries_[i - 1].key == entries_[i].key &&
                             fingerprints[entries_[i - 1].index].position == fingerprints[self].position;
    first_records_[self] = is_repeated ? first_records_[entries_[i - 1].index] : self;
  }
}

std::span<const FingerprintIndex::Entry> FingerprintIndex::equals(const Fingerprint& fingerprint) const {
  const auto range = std::ranges::equal_range(entries_, key_of(fingerprint), {}, &Entry::key);
  return {range.begin(), range.end()};
}

std::optional<std::size_t> FingerprintIndex::nearest(const Fingerprint& fingerprint,
                                                     std::size_t expected) const {
  const auto same = equals(fingerprint);
  if (same.empty()) return std::nullopt;
  // Entries of one key are sorted by index, which is the order of the capture.
  const auto after = std::ranges::lower_bound(same, expected, {}, &Entry::index);
  if (after == same.end()) return same.back().index;
  if (after == same.begin()) return after->index;
  const auto before = std::prev(after);
  return expected - before->index <= after->index - expected ? before->index : after->index;
}

namespace {

class Matcher {
 public:
  Matcher(const Fingerprints& sent, const Fingerprints& received)
      : sent_(sent), received_(received), index_(sent) {
    result_.arrived.resize(sent.size());
    result_.sent_repeatedly.resize(sent.size());
    for (std::size_t i = 0; i < sent.size(); ++i) result_.sent_repeatedly[i] = index_.first_record(i) != i;
  }

  Matching run() {
    for (std::size_t i = 0; i < received_.size(); ++i) match_by_content(i);
    if (!unmatched_.empty()) match_by_number();
    std::ranges::sort(result_.matches, {}, &Match::received);
    return std::move(result_);
  }

 private:
  void match_by_content(std::size_t received) {
    const Fingerprint& fingerprint = received_[received];
    const auto found = index_.nearest(fingerprint, expected_);
    if (!found) return unmatched_.push_back(received);
    const std::size_t sent = index_.first_record(*found);
    if (result_.arrived[sent]) {
      ++result_.duplicates;
      return;
    }
    expected_ = sent + 1;
    add(sent, received);
  }

  void add(std::size_t sent, std::size_t received) {
    const Fingerprint &from = sent_[sent], &to = received_[received];
    const bool is_verified = from.is_whole && to.is_whole;
    const bool is_changed =
        (from.has_head && to.has_head && from.head != to.head) || (is_verified && from.content != to.content);
    result_.arrived[sent] = true;
    result_.matches.push_back({sent, received, is_changed, is_verified});
  }

  /// For received datagrams whose head was not sent: unwrapped sequence numbers decide, with the difference
  /// between both captures taken from the nearest matched datagram.
  void match_by_number() {
    std::vector<std::uint32_t> by_position(sent_.size());
    for (std::uint32_t i = 0; i < sent_.size(); ++i) by_position[i] = i;
    const auto position = [&](std::uint32_t i) { return sent_[i].position; };
    std::ranges::stable_sort(by_position, {}, position);
    const std::vector<Match> matched_by_head = result_.matches;
    for (const std::size_t received : unmatched_) {
      const std::int64_t wanted = received_[received].position + position_shift_near(matched_by_head, received);
      const auto found = std::ranges::lower_bound(by_position, wanted, {}, position);
      if (found == by_position.end() || position(*found) != wanted || result_.arrived[*found])
        ++result_.strays;
      else
        add(*found, received);
    }
  }

  /// Unwrapped number in the sender's capture minus that in the receiver's, near `received`: each capture
  /// unwraps from its own start.
  std::int64_t position_shift_near(const std::vector<Match>& matched_by_head, std::size_t received) const {
    if (matched_by_head.empty()) return 0;
    const auto after = std::ranges::lower_bound(matched_by_head, received, {}, &Match::received);
    const Match& neighbour = after == matched_by_head.begin() ? *after : *std::prev(after);
    return sent_[neighbour.sent].position - received_[neighbour.received].position;
  }

  const Fingerprints& sent_;
  const Fingerprints& received_;
  FingerprintIndex index_;
  std::size_t expected_ = 0;
  std::vector<std::size_t> unmatched_;
  Matching result_;
};

}  // namespace

Matching match(const Fingerprints& sent, const Fingerprints& received) {
  return Matcher(sent, received).run();
}

}  // namespace idn::parser
