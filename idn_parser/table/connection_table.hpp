// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

#include "idn_parser/table/connection_key.hpp"

namespace idn::parser {

/// One T per connection, up to a limit: a capture with forged source addresses does not fill the memory.
template <class T>
class ConnectionTable {
 public:
  using Entries = std::map<ConnectionKey, T>;

  explicit ConnectionTable(std::size_t most) noexcept : most_(most) {}
  ConnectionTable(const ConnectionTable&) = delete;
  ConnectionTable& operator=(const ConnectionTable&) = delete;

  /// nullptr where there is none.
  T* find(const ConnectionKey& key) noexcept {
    // Most packets are of the connection that the one before was of.
    if (last_ != entries_.end() && last_->first == key) return &last_->second;
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    last_ = found;
    return &found->second;
  }
  /// The one that is there, else a new one made of `arguments`; nullptr where there is no room for it. Stays
  /// where it is until it is removed.
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
  typename Entries::iterator last_ = entries_.end();  ///< the one that was found last
};

}  // namespace idn::parser
