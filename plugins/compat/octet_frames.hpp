// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "plugins/common/ezauddac.hpp"
#include "plugins/common/never_destroyed.hpp"
#include "plugins/compat/cards.hpp"
#include "plugins/compat/dac_call.hpp"

/// Common to the interfaces that take a card by a pointer to its number, and the length of a frame in octets.
/// For true and false they return the int 1 and 0, since hosts read either one octet or four.
namespace idn::plugins::compat {

using plugins::passes_of;

/// Calls `body` with a card. @return its result, or `otherwise` if there is no such card or `body` throws
template <class Body>
int with_card(const CardSet& set, const int* number, int otherwise, Body body) noexcept {
  return guarded(otherwise, [&] {
    const auto cards = set.cards();
    Card* const card = cards && number != nullptr ? cards->at(*number) : nullptr;
    return card != nullptr ? body(*card) : otherwise;
  });
}

inline int as_bool(CallResult outcome) noexcept {
  return outcome == CallResult::Done ? 1 : 0;
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

/// Arguments of Card::write().
struct PlaybackRequest {
  int rate;
  std::uint32_t passes;
  WhileBusy while_busy = WhileBusy::Discard;
};

/// @param samples_of converts a span of points to samples
template <class Point, class SamplesOf>
CallResult write_points(Card& card, std::span<const Point> points, PlaybackRequest request,
                        SamplesOf samples_of) {
  if (points.size() > kMostPoints) return card.record(CallResult::Invalid);
  return card.write(samples_of(points), request.rate, request.passes, request.while_busy);
}

/// As write_points(), with the length of the frame in octets. An incomplete last point is ignored.
template <class Point, class SamplesOf>
CallResult write_octets(Card& card, const Point* points, int octets, PlaybackRequest request,
                        SamplesOf samples_of) {
  const int count = octets / static_cast<int>(sizeof(Point));
  if (octets < 0 || (points == nullptr && count > 0)) return card.record(CallResult::Invalid);
  return write_points(card, std::span(points, static_cast<std::size_t>(count)), request, samples_of);
}

}  // namespace idn::plugins::compat
