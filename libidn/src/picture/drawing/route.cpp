// SPDX-License-Identifier: MIT
#include "picture/drawing/route.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace idn::picture {
namespace {

/// Rest before and after a move, in units of the time for a move by 1.
constexpr double kRestCost = 0.75;
/// Bounds of the time that is spent: comparisons of two ways, and strokes among which the nearest is searched.
constexpr std::size_t kMostComparisons = 1'000'000;
constexpr std::size_t kWindow = 1024;
constexpr std::size_t kLongestMoved = 3;  ///< strokes that or-opt moves together

/// A stroke in the order of drawing.
struct Leg {
  const DrawnStroke* stroke = nullptr;
  bool is_closed = false;
  bool is_reversed = false;
  std::size_t start = 0;  ///< of a closed stroke

  const Vertex& entry() const {
    return is_closed ? (*stroke)[start] : is_reversed ? stroke->back() : stroke->front();
  }
  const Vertex& exit() const {
    return is_closed ? (*stroke)[start] : is_reversed ? stroke->front() : stroke->back();
  }
};

bool is_lit(const DrawnStroke& stroke) {
  return std::ranges::any_of(stroke, [](const Vertex& vertex) { return vertex.colour != Colour{0, 0, 0}; });
}

bool is_closed(const DrawnStroke& stroke) {
  return stroke.size() > 3 && stroke.front().x == stroke.back().x && stroke.front().y == stroke.back().y;
}

class Router {
 public:
  explicit Router(const std::vector<DrawnStroke>& strokes) {
    for (const DrawnStroke& stroke : strokes)
      if (stroke.size() > 1 && is_lit(stroke)) legs_.push_back({&stroke, is_closed(stroke)});
  }

  std::span<const Leg> shortest() {
    order_by_nearest();
    if (legs_.size() < 2) return legs_;
    bool improves = true;
    while (improves && compared_ < kMostComparisons) {
      improves = choose_starts();
      improves = reverse_ranges() || improves;
      improves = move_ranges() || improves;
    }
    return legs_;
  }

 private:
  const Leg& next(std::size_t at) const { return legs_[(at + 1) % legs_.size()]; }
  double cost(const Vertex& from, const Vertex& to) {
    ++compared_;
    return dark_cost(from, to);
  }
  static void flip(Leg& leg) { leg.is_reversed = !leg.is_reversed; }

  /// Cost of the way to the nearest end, or vertex of a closed stroke, which is made the entry.
  static double enter(Leg& leg, const Vertex& from) {
    double nearest = std::numeric_limits<double>::max();
    if (!leg.is_closed) {
      const double forward = dark_cost(from, leg.stroke->front()),
                   backward = dark_cost(from, leg.stroke->back());
      leg.is_reversed = backward < forward;
      return std::min(forward, backward);
    }
    for (std::size_t i = 0; i + 1 < leg.stroke->size(); ++i)
      if (const double way = dark_cost(from, (*leg.stroke)[i]); way < nearest) nearest = way, leg.start = i;
    return nearest;
  }

  void order_by_nearest() {
    for (std::size_t done = 1; done < legs_.size(); ++done) {
      const Vertex from = legs_[done - 1].exit();
      const std::size_t end = std::min(legs_.size(), done + kWindow);
      double nearest = std::numeric_limits<double>::max();
      std::size_t chosen = done;
      for (std::size_t i = done; i < end; ++i)
        if (const double way = enter(legs_[i], from); way < nearest) nearest = way, chosen = i;
      std::swap(legs_[done], legs_[chosen]);
    }
  }

  /// Closed strokes begin where the ways to and from them are shortest together.
  bool choose_starts() {
    bool improves = false;
    for (std::size_t at = 0; at < legs_.size(); ++at) {
      Leg& leg = legs_[at];
      if (!leg.is_closed) continue;
      const Vertex before = legs_[(at + legs_.size() - 1) % legs_.size()].exit(), after = next(at).entry();
      double shortest = cost(before, leg.entry()) + cost(leg.exit(), after) - kLeastGain;
      for (std::size_t i = 0; i + 1 < leg.stroke->size(); ++i) {
        const Vertex& vertex = (*leg.stroke)[i];
        if (const double way = cost(before, vertex) + cost(vertex, after); way < shortest)
          shortest = way, leg.start = i, improves = true;
      }
    }
    return improves;
  }

  /// 2-opt: draws a range of strokes backwards. The first stroke stays, so that every cyclic order is met once.
  bool reverse_ranges() {
    bool improves = false;
    for (std::size_t i = 1; i < legs_.size(); ++i)
      for (std::size_t j = i; j < legs_.size() && compared_ < kMostComparisons; ++j) {
        const Vertex& before = legs_[i - 1].exit();
        const Vertex& after = next(j).entry();
        const double now = cost(before, legs_[i].entry()) + cost(legs_[j].exit(), after);
        if (cost(before, legs_[j].exit()) + cost(legs_[i].entry(), after) >= now - kLeastGain) continue;
        reverse(i, j + 1);
        improves = true;
      }
    return improves;
  }

  void reverse(std::size_t begin, std::size_t end) {
    const auto range = std::span(legs_).subspan(begin, end - begin);
    std::ranges::reverse(range);
    std::ranges::for_each(range, flip);
  }

  /// Or-opt: draws a few strokes elsewhere, in either direction.
  bool move_ranges() {
    bool improves = false;
    for (std::size_t length = 1; length <= kLongestMoved; ++length)
      for (std::size_t i = 1; i + length <= legs_.size() && compared_ < kMostComparisons; ++i)
        improves = move_range(i, i + length) || improves;
    return improves;
  }

  bool move_range(std::size_t begin, std::size_t end) {
    const Vertex entry = legs_[begin].entry(), exit = legs_[end - 1].exit();
    const Vertex before = legs_[begin - 1].exit(), after = next(end - 1).entry();
    const double gain = cost(before, entry) + cost(exit, after) - cost(before, after) - kLeastGain;
    if (gain <= 0) return false;
    double least = gain;
    std::size_t chosen = legs_.size();
    bool is_reversed = false;
    for (std::size_t at = 0; at < legs_.size(); ++at) {  // between `at` and the one behind it
      if (at + 1 >= begin && at < end) continue;
      const Vertex& from = legs_[at].exit();
      const Vertex& to = next(at).entry();
      const double now = cost(from, to);
      const double forward = cost(from, entry) + cost(exit, to) - now;
      const double backward = cost(from, exit) + cost(entry, to) - now;
      if (std::min(forward, backward) >= least) continue;
      least = std::min(forward, backward);
      chosen = at;
      is_reversed = backward < forward;
    }
    if (chosen == legs_.size()) return false;
    if (is_reversed) reverse(begin, end);
    const auto at = [this](std::size_t index) { return legs_.begin() + static_cast<std::ptrdiff_t>(index); };
    if (chosen < begin)
      std::rotate(at(chosen + 1), at(begin), at(end));
    else
      std::rotate(at(begin), at(end), at(chosen + 1));
    return true;
  }

  static constexpr double kLeastGain = 1e-9;
  std::vector<Leg> legs_;
  std::size_t compared_ = 0;
};

DrawnStroke drawn(const Leg& leg) {
  DrawnStroke made = *leg.stroke;
  if (leg.is_reversed) std::ranges::reverse(made);
  if (leg.is_closed && leg.start > 0) {
    const std::size_t start = leg.is_reversed ? made.size() - 1 - leg.start : leg.start;
    // The vertex where the ends meet stays twice only if the colour changes there.
    if (made.front() == made.back()) made.pop_back();
    std::ranges::rotate(made, made.begin() + static_cast<std::ptrdiff_t>(start));
    made.push_back(made.front());
  }
  return made;
}

}  // namespace

double dark_cost(const Vertex& from, const Vertex& to) noexcept {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double square = dx * dx + dy * dy;  // faster than std::hypot, and no coordinate is too large
  return square <= kMeeting * kMeeting ? 0 : kRestCost + std::sqrt(std::sqrt(square));
}

std::vector<DrawnStroke> route(const std::vector<DrawnStroke>& strokes) {
  Router router(strokes);
  std::vector<DrawnStroke> ordered;
  for (const Leg& leg : router.shortest()) ordered.push_back(drawn(leg));
  return ordered;
}

}  // namespace idn::picture
