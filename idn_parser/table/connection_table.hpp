// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

#include "idn_parser/table/connection_key.hpp"

namespace idn::parser {

/// Map from connections to T with a maximum size, so that a capture with forged source addresses cannot exhaust
/// the memory.
template <class T>
class ConnectionTable {
 public:
  using Entries = std::map<ConnectionKey, T>;

  explicit ConnectionTable(std::size_t most) noexcept : most_(most) {}
  ConnectionTable(const ConnectionTable&) = delete;
  ConnectionTable& operator=(const ConnectionTable&) = delete;

  /// Null if there is none.
  T* find(const ConnectionKey& key) noexcept {
    // Cache: a packet is usually of the same connection as the one before.
    if (last_ != entries_.end() && last_->first == key) return &last_->second;
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    last_ = found;
    return &found->second;
  }
  /// The entry of this key; if there is none, a new one constructed from `arguments`, or null if the table is
  /// full. The pointer is valid until the entry is removed.
  template <class... Arguments>
  T* find_or_add(const ConnectionKey& key, Arguments&&... arguments) {
    if (T* const found = find(key)) return found;
    if (is_full()) return nullptr;
    return &entries_.try_emplace(key, std::forward<Arguments>(arguments)...).first->second;
  }
  template <class IsOver>
  void remove_if(IsOver is_over) {
    last_ = entries_.end();
    for (auto entry = entries_.begin(); entry != entries_.end();)
      entry = is_over(entry->second) ? entries_.erase(entry) : std::next(entry);
  }

  template <class Visit>
  void for_each(Visit visit) {
    for (auto& [key, entry] : entries_) visit(entry);
  }

  bool is_full() const noexcept { return entries_.size() >= most_; }
  std::size_t size() const noexcept { return entries_.size(); }
  const Entries& entries() const noexcept { return entries_; }

 private:
  std::size_t most_;
  Entries entries_;
  typename Entries::iterator last_ = entries_.end();  ///< the entry found last
};

}  // namespace idn::parser
