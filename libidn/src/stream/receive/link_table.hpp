// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "stream/receive/accepted_link.hpp"

namespace idn::stream {

/// The connections of a receiver by client, limited in all and per source address.
class LinkTable {
 public:
  LinkTable(const ReceiverContext& context, std::size_t most, std::size_t most_per_source)
      : context_(context), most_(most), most_per_source_(most_per_source) {
    slots_.reserve(most);
  }

  AcceptedLink* find(const SessionKey& key) noexcept {
    const auto match = [&](const auto& slot) { return slot->in_use && slot->key() == key; };
    const auto found = std::ranges::find_if(slots_, match);
    return found == slots_.end() ? nullptr : found->get();
  }

  /// The session that a packet still belongs to, although it has ended (at `since` or later): its close or
  /// abort overtook the packet, which must not light up the output again. Nothing for the first packet of a new
  /// session.
  std::optional<SessionId> session_before(const SessionKey& key, std::uint16_t sequence,
                                          TimePoint since) const noexcept {
    const auto found = std::ranges::find_if(slots_, [&](const auto& slot) {
      return !slot->in_use && slot->key() == key && slot->ended_at >= since &&
             slot->sequence.is_behind(sequence);
    });
    if (found == slots_.end()) return std::nullopt;
    return (*found)->session.id();
  }

  /// Allocates only when more connections exist at once than ever before.
  /// @return nullptr if the limit of the receiver or of the source address is reached
  AcceptedLink* open(const SessionKey& key, std::uint16_t first_sequence, const SampleTransform& transform) {
    const auto of_source = [&](const AcceptedLink& c) { return c.key().source.address == key.source.address; };
    if (count_if(of_source) >= most_per_source_) return nullptr;
    const auto slot = free_slot();
    if (!slot) return nullptr;
    slots_[*slot]->begin({key, ++last_serial_, *slot}, first_sequence, transform);
    return slots_[*slot].get();
  }

  std::size_t count() const noexcept {
    return count_if([](const AcceptedLink&) { return true; });
  }
  bool is_full() const noexcept { return count() >= most_; }

  /// `f` may end the connection.
  template <class F>
  void for_each(F f) {
    for (const auto& slot : slots_)
      if (slot->in_use) f(*slot);
  }

 private:
  template <class Predicate>
  std::size_t count_if(Predicate predicate) const noexcept {
    const auto match = [&](const auto& slot) { return slot->in_use && predicate(*slot); };
    return static_cast<std::size_t>(std::ranges::count_if(slots_, match));
  }

  std::optional<std::size_t> free_slot() {
    const auto free = std::ranges::find_if(slots_, [](const auto& slot) { return !slot->in_use; });
    const auto index = static_cast<std::size_t>(free - slots_.begin());
    if (index >= most_) return std::nullopt;
    if (free == slots_.end()) slots_.push_back(std::make_unique<AcceptedLink>(context_));
    return index;
  }

  ReceiverContext context_;
  std::size_t most_;
  std::size_t most_per_source_;
  std::vector<std::unique_ptr<AcceptedLink>> slots_;
  std::uint64_t last_serial_ = 0;
};

}  // namespace idn::stream
