// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "plugins/common/rack.hpp"
#include "plugins/compat/card.hpp"

namespace idn::plugins::compat {

/// The list of cards of this module; the index is the number of a card. Threads: any.
class Cards {
 public:
  Cards();

  /// Updates the list; known cards keep their numbers, and missing ones may be tried again. The first call
  /// takes about half a second: see Rack::scan().
  /// @return the number of cards
  int scan();
  int count() const;
  /// @return nullptr if there is no such card
  Card* at(int number) const;
  /// Blanks and closes all cards with their next datagram; does not wait.
  void close();

  /// The error in the settings; see Rack::problem().
  const std::string& problem() const noexcept { return rack_->problem(); }

 private:
  const std::shared_ptr<Rack> rack_;
  mutable std::mutex mutex_;  ///< guards the list; never held for long
  mutable std::deque<Card> cards_;
};

/// The use of the cards by one interface (EasyLase, EzAudDac, EtherDream or OLSC), from the call of the host
/// that opens them to the one that closes them. A host uses one interface; if it uses several, they share the
/// cards. Threads: any.
class CardSet {
 public:
  /// Opens the set if needed, and scans; see Cards::scan().
  std::shared_ptr<Cards> open();
  /// The cards, to be held during one call of the host; null: not opened, or closed.
  std::shared_ptr<Cards> cards() const;
  /// Blanks and closes all cards. Writes that are blocked on other threads return. Unless another interface has
  /// the cards open, waits until they are destroyed, after their close messages were sent.
  /// @return whether it was open
  bool close();

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Cards> cards_;
};

}  // namespace idn::plugins::compat
