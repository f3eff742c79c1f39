// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "plugins/common/ezauddac.hpp"
#include "plugins/common/never_destroyed.hpp"
#include "plugins/compat/cards.hpp"
#include "plugins/compat/dac_call.hpp"

/// What the interfaces share that take a card by a pointer to its number, and the length of a frame in octets.
/// Results are 1 and 0 where they have true and false: whole integers, since hosts read one octet or four.
namespace idn::plugins::compat {

using plugins::passes_of;

/// @return what `body` does with the card, or `otherwise` where there is none or it throws
template <class Body>
int with_card(const CardSet& set, const int* number, int otherwise, Body body) noexcept {
  return guarded(otherwise, [&] {
    const auto cards = set.cards();
    Card* const card = cards && number != nullptr ? cards->at(*number) : nullptr;
    return card != nullptr ? body(*card) : otherwise;
  });
}

inline int as_bool(Outcome outcome) noexcept {
  return outcome == Outcome::Done ? 1 : 0;
}

/// @return the number of cards, `most` at most
inline int open_cards(CardSet& set, int most) noexcept {
  return guarded(0, [&] { return std::min(set.open()->count(), most); });
}

inline int close_cards(CardSet& set) noexcept {
  return guarded(0, [&] { return set.close() ? 1 : 0; });
}

inline int stop_card(const CardSet& set, const int* number) noexcept {
  return with_card(set, number, 0, [](Card& card) { return as_bool(card.stop()); });
}

struct Timing {
  int rate;  ///< see Card::write()
  std::uint32_t passes;
};

/// @param samples_of makes samples of a span of points
template <class Point, class SamplesOf>
Outcome write_points(Card& card, std::span<const Point> points, Timing timing, SamplesOf samples_of) {
  if (points.size() > kMostPoints) return card.note(Outcome::Invalid);
  return card.write(samples_of(points), timing.rate, timing.passes, WhileBusy::Discard);
}

/// The same for a frame by its octets.
template <class Point, class SamplesOf>
Outcome write_octets(Card& card, const Point* points, int octets, Timing timing, SamplesOf samples_of) {
  const int count = octets / static_cast<int>(sizeof(Point));
  if (octets < 0 || (points == nullptr && count > 0)) return card.note(Outcome::Invalid);
  return write_points(card, std::span(points, static_cast<std::size_t>(count)), timing, samples_of);
}

}  // namespace idn::plugins::compat
