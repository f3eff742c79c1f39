// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "plugins/common/rack.hpp"
#include "plugins/compat/card.hpp"

namespace idn::plugins::compat {

/// The cards of this module, by their numbers. Threads: any.
class Cards {
 public:
  Cards();

  /// What there is now; cards that are known keep their numbers. Takes half a second at first.
  int scan();
  int count() const;
  /// @return nothing beyond
  Card* at(int number) const;
  /// All are dark and closed with their next datagram; does not wait.
  void close();

  /// Of the settings; see Rack::problem().
  const std::string& problem() const noexcept { return rack_->problem(); }

 private:
  const std::shared_ptr<Rack> rack_;
  mutable std::mutex mutex_;  ///< of the list; never held for long
  mutable std::deque<Card> cards_;
};

/// The cards between the first call of one interface and its last. A host uses one of them; where it uses
/// several, these share the cards. Threads: any.
class CardSet {
 public:
  /// Scans; see Cards::scan().
  std::shared_ptr<Cards> open();
  /// For one call of the host; nothing: not opened, or closed.
  std::shared_ptr<Cards> cards() const;
  /// Dark and closed, as receivers get to know before this returns. Calls that still wait come back.
  /// @return whether it was open
  bool close();

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Cards> cards_;
};

}  // namespace idn::plugins::compat
