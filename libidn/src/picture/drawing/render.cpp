// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "idn/picture/drawing.hpp"
#include "idn/picture/scanner.hpp"
#include "picture/drawing/route.hpp"

namespace idn::picture {
namespace {

// Times and speeds are in units of the scanner's natural angular frequency w: 69 us with 30 kpps.

/// Speed of the beam, times w per second.
constexpr double kPace = 0.11;
/// A picture that is too long is drawn at up to this multiple of it, with tolerances larger by the same.
constexpr double kFastest = 2;
/// Largest acceleration in dark moves, times w squared: RMS of that in the circle of the ILDA test pattern,
/// which a scanner follows by definition: 0.3125 of half the width, at a twelfth of its kpps; divided by
/// sqrt(2).
constexpr double kPush = 0.447;
/// How near the mirrors are, as a share of half the width, when the pen leaves a corner, the end of a stroke
/// or, with light, the beginning of one.
constexpr double kCornerTolerance = 0.01;
constexpr double kEndTolerance = 0.01;
constexpr double kStartTolerance = 0.008;
/// Of a curve's radius.
constexpr double kCurveTolerance = 0.004;
/// Time in which the pen slows down before it waits, so that the mirrors do not pass by.
constexpr double kBraking = 4;
/// The pen never waits longer than this.
constexpr double kLongestWait = 15;
/// Light of a dot.
constexpr double kDotTime = 3;
/// Smaller turns are parts of a curve.
const double kCornerCosine = std::cos(25 * std::numbers::pi / 180);

/// Strokes that meet, in one.
struct Chain {
  std::vector<Vertex> vertices;
  std::size_t strokes = 1;
};

double distance(const Vertex& a, const Vertex& b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}

/// Leaves out what is shorter than two steps of a coordinate, except changes of the colour.
void append_distinct(std::vector<Vertex>& vertices, const Vertex& vertex) {
  constexpr double kLeast = 6e-5;
  if (vertices.empty() || vertices.back().colour != vertex.colour || distance(vertices.back(), vertex) > kLeast)
    vertices.push_back(vertex);
}

std::vector<Chain> chained(const std::vector<DrawnStroke>& strokes) {
  std::vector<Chain> chains;
  for (const DrawnStroke& stroke : strokes) {
    if (chains.empty() || distance(chains.back().vertices.back(), stroke.front()) > kMeeting)
      chains.push_back({{}, 0});
    Chain& chain = chains.back();
    ++chain.strokes;
    for (const Vertex& vertex : stroke) append_distinct(chain.vertices, vertex);
    if (chain.vertices.size() == 1) chain.vertices.push_back(stroke.back());  // a dot
  }
  // The last chain continues with the first one.
  if (chains.size() > 1 &&
      distance(chains.back().vertices.back(), chains.front().vertices.front()) <= kMeeting) {
    Chain last = std::move(chains.back());
    chains.pop_back();
    for (const Vertex& vertex : chains.front().vertices) append_distinct(last.vertices, vertex);
    last.strokes += chains.front().strokes;
    chains.front() = std::move(last);
  }
  return chains;
}

/// Cosine of the turn at b; 1 if it has no direction.
double turn_cosine(const Vertex& a, const Vertex& b, const Vertex& c) {
  const double lengths = distance(a, b) * distance(b, c);
  return lengths == 0 ? 1 : ((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y)) / lengths;
}

/// Draws chains, and follows with the mirrors of the model.
class Renderer {
 public:
  /// @param haste 1 to kFastest
  Renderer(const RenderOptions& options, double haste)
      : Renderer(options.rate, scanner_for(options.scanner_kpps), haste) {}

  /// One pass. @return strokes that were left out
  std::size_t draw(std::span<const Chain> chains) {
    std::size_t left = 0;
    for (const Chain& chain : chains) left += chain.strokes;
    const Vertex& start = chains.front().vertices.front();
    x_.rest_at(start.x), y_.rest_at(start.y);
    const bool is_loop = chains.size() == 1 && distance(start, chains.front().vertices.back()) <= kMeeting &&
                         chains.front().vertices.size() > 2;
    if (is_loop) {  // the mirrors are in motion when it begins again
      draw_chain(chains.front().vertices, true);
      samples_.clear();
    }
    emit(start, is_loop ? start.colour : Colour{0, 0, 0});
    for (const Chain& chain : chains) {
      if (&chain != &chains.front()) move_dark(chain.vertices.front());
      draw_chain(chain.vertices, is_loop);
      if (is_full()) break;
      left -= chain.strokes;
    }
    if (!is_loop) move_dark(start);
    if (is_full()) samples_.back() = samples_.front();
    return left;
  }

  std::vector<LaserSample> take() { return std::move(samples_); }

 private:
  Renderer(SampleRate rate, const ScannerSetup& setup, double haste)
      : rate_(rate.per_second),
        step_(static_cast<Duration::rep>(std::llround(1e9 / rate_))),
        haste_(haste),
        omega_(2 * std::numbers::pi * setup.effective_bandwidth_hz()),
        x_(setup),
        y_(setup) {}

  bool is_full() const { return samples_.size() >= RenderedPicture::kMostSamples; }
  /// Samples that take `time`, in units of 1 / w.
  std::size_t samples_in(double time) const {
    return static_cast<std::size_t>(std::ceil(time / omega_ * rate_ - 1e-6));
  }

  void emit(const Vertex& at, Colour colour) { emit(at.x, at.y, colour.r, colour.g, colour.b); }
  void emit(double x, double y, double r, double g, double b) {
    if (is_full()) return;
    samples_.push_back(sample_at(x, y, r / 255, g / 255, b / 255));
    last_ = {x, y};
    x_.follow(x, step_);
    y_.follow(y, step_);
  }

  double lag(const Vertex& from) const { return std::hypot(x_.position() - from.x, y_.position() - from.y); }
  /// Bound of the lag from now on.
  double unrest(const Vertex& at) const { return std::hypot(lag(at), x_.momentum(), y_.momentum()); }

  template <class IsThere>
  void wait(const Vertex& at, Colour colour, IsThere is_there) {
    for (std::size_t most = samples_in(kLongestWait); most > 0 && !is_there() && !is_full(); --most)
      emit(at, colour);
  }

  void move_dark(const Vertex& to) {
    const Vertex from = last_;
    const std::size_t count = samples_in(std::sqrt(6 * distance(from, to) / kPush));
    for (std::size_t i = 1; i <= count && !is_full(); ++i) {
      const double t = static_cast<double>(i) / static_cast<double>(count);
      const double eased = t * t * (3 - 2 * t);
      emit({std::lerp(from.x, to.x, eased), std::lerp(from.y, to.y, eased)}, {0, 0, 0});
    }
    const double tolerance = kStartTolerance * haste_;
    wait(to, {0, 0, 0}, [&] { return unrest(to) <= tolerance; });
  }

  void draw_chain(std::span<const Vertex> chain, bool is_loop) {
    if (distance(chain.front(), chain.back()) == 0 && chain.size() == 2) {
      for (std::size_t count = samples_in(kDotTime); count > 0; --count)
        emit(chain.front(), chain.front().colour);
      return;
    }
    std::size_t begin = 0;
    for (std::size_t i = 1; i < chain.size() && !is_full(); ++i) {
      const bool is_end = i + 1 == chain.size();
      const bool changes_colour = !is_end && distance(chain[i], chain[i + 1]) == 0;
      const Vertex& after = !is_end ? chain[i + 1] : is_loop ? chain[1] : chain[i];
      const double cosine = turn_cosine(chain[i - 1], chain[i], after);
      const bool is_corner = cosine < kCornerCosine;
      if (!is_end && !changes_colour && !is_corner) continue;
      const bool is_rest = (is_end && !is_loop) || changes_colour;
      // Of the way around a corner, the beam cuts off less if the corner is blunt.
      const double share = is_rest ? 1 : is_corner ? std::sqrt((1 - cosine) / 2) : 0;
      const double tolerance = haste_ * (is_end && !is_loop ? kEndTolerance : kCornerTolerance);
      draw_run(chain.subspan(begin, i + 1 - begin), 1 - share);
      begin = i;
      wait(chain[i], chain[i].colour, [&] { return lag(chain[i]) * share <= tolerance; });
    }
  }

  /// Highest speed at a vertex of a curve, in half widths times w: there the beam is inside of the curve by the
  /// tolerance, as the response of the scanner falls with the fourth power of the frequency.
  double speed_at(const Vertex& a, const Vertex& b, const Vertex& c) const {
    const double pace = kPace * haste_;
    const double turn = std::acos(std::clamp(turn_cosine(a, b, c), -1.0, 1.0));
    const double length = (distance(a, b) + distance(b, c)) / 2;
    if (turn * pace * 20 <= length) return pace;  // nearly straight
    const double radius = length / turn;
    return std::min({pace, radius * std::sqrt(std::sqrt(2 * kCurveTolerance * haste_ / radius)),
                     std::sqrt(kPush * radius)});
  }

  /// A line or a curve without corners.
  /// @param last_share of the speed, to which the pen slows down at the end
  void draw_run(std::span<const Vertex> run, double last_share) {
    times_.clear();
    double time = 0, speed = kPace * haste_;
    for (std::size_t i = 1; i < run.size(); ++i) {
      const double ahead = i + 1 < run.size() ? speed_at(run[i - 1], run[i], run[i + 1])
                           : i > 1            ? speed
                                              : kPace * haste_;
      time += distance(run[i - 1], run[i]) / std::min(speed, ahead);
      speed = ahead;
      times_.push_back(time);
    }
    const double braking = std::min(kBraking * haste_, 2 * time / (1 + last_share));
    const double whole = time + braking * (1 - last_share) / 2;
    const std::size_t count = time == 0 ? 0 : std::max<std::size_t>(samples_in(whole), 1);
    std::size_t piece = 0;
    for (std::size_t i = 1; i <= count && !is_full(); ++i) {
      double now = whole * static_cast<double>(i) / static_cast<double>(count);
      if (const double left = whole - now; left < braking)
        now = time - left * (last_share + (1 - last_share) * left / braking / 2);
      while (piece + 1 < times_.size() && times_[piece] < now) ++piece;
      const double before = piece == 0 ? 0 : times_[piece - 1];
      const double part =
          times_[piece] == before ? 1 : std::min(1.0, (now - before) / (times_[piece] - before));
      const Vertex &from = run[piece], &to = run[piece + 1];
      const auto mixed = [part](double a, double b) { return std::lerp(a, b, part); };
      emit(mixed(from.x, to.x), mixed(from.y, to.y), mixed(from.colour.r, to.colour.r),
           mixed(from.colour.g, to.colour.g), mixed(from.colour.b, to.colour.b));
    }
  }

  double rate_;
  Duration step_;
  double haste_;
  double omega_;
  ScannerAxis x_, y_;
  std::vector<LaserSample> samples_;
  Vertex last_{};
  std::vector<double> times_;  ///< of the ends of a run's pieces
};

/// Each sample gets the colours of the one that is `shift` later in the pass, which is repeated.
void advance_colours(std::vector<LaserSample>& samples, Duration shift, SampleRate rate) {
  const auto size = static_cast<std::ptrdiff_t>(samples.size());
  const auto ahead = static_cast<std::ptrdiff_t>(std::llround(in_seconds(shift) * rate.per_second)) % size;
  if (ahead == 0) return;
  const std::vector<LaserSample> given = samples;
  for (std::ptrdiff_t i = 0; i < size; ++i) {
    LaserSample& sample = samples[static_cast<std::size_t>(i)];
    const LaserSample& coloured = given[static_cast<std::size_t>((i + ahead + size) % size)];
    sample.r = coloured.r, sample.g = coloured.g, sample.b = coloured.b, sample.intensity = coloured.intensity;
  }
}

RenderedPicture rendered(std::span<const Chain> chains, const RenderOptions& options, double haste) {
  Renderer renderer(options, haste);
  RenderedPicture picture;
  picture.strokes_left_out = renderer.draw(chains);
  picture.samples = renderer.take();
  advance_colours(picture.samples, options.colour_shift, options.rate);
  picture.time = Duration(
      static_cast<Duration::rep>(static_cast<double>(picture.samples.size()) * 1e9 / options.rate.per_second));
  return picture;
}

}  // namespace

RenderedPicture render(const Drawing& drawing, const RenderOptions& given) {
  RenderOptions options = given;
  options.rate.per_second = std::clamp(options.rate.per_second, 1u, SampleRate::kMax);
  options.scanner_kpps = options.scanner_kpps >= 1 ? std::min(options.scanner_kpps, 200.0) : 1;
  const std::vector<Chain> chains = chained(route(drawing.strokes()));
  if (chains.empty()) return {};
  RenderedPicture picture = rendered(chains, options, 1);
  if (options.frame_time <= Duration{0} || picture.time <= options.frame_time) return picture;
  picture = rendered(chains, options, kFastest);
  picture.over = std::max(Duration{0}, picture.time - options.frame_time);
  // As slow as possible.
  double slow = 1, fast = kFastest;
  for (int i = 0; i < 6 && picture.over == Duration{0}; ++i) {
    const double middle = (slow + fast) / 2;
    RenderedPicture tried = rendered(chains, options, middle);
    if (tried.time > options.frame_time) {
      slow = middle;
    } else {
      fast = middle;
      picture = std::move(tried);
    }
  }
  return picture;
}

}  // namespace idn::picture
