// SPDX-License-Identifier: MIT
#include "slope_margin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "correlated_noise.hpp"

namespace idn::analysis {
namespace {

constexpr std::size_t kCorrelationTimes = 16;
/// Shares of white noise in the variance of a block that are tried; 0 and 1 are tried as well.
constexpr std::array kWhiteShares{0.02, 0.1, 0.3, 0.6, 0.85};

/// Prior weights of white noise alone, of the Ornstein-Uhlenbeck process alone, and of both. Longer correlation
/// times weigh less, as (time)^-exponent on a logarithmic grid: otherwise the intervals for white noise would
/// be twice as wide as necessary, since it could always hide a slow process. Found by experiment for the
/// coverage that RateErrorEstimator states.
constexpr double kWhiteWeight = 0.4;
constexpr double kProcessWeight = 0.5;
constexpr double kMixedWeight = 0.1;
constexpr double kProcessExponent = 0.85;
constexpr double kMixedExponent = 0.5;

/// Correlation times beyond this share of the longest axis are long: so few of them fit into it that the line
/// takes up what the deviations show of them.
constexpr double kLongShare = 0.1;
/// Above this Bayes factor of all long correlation times against all others there is no interval. Decisive
/// after Jeffreys; lower ones refuse intervals that hold.
constexpr double kLongFactor = 100;
/// In us, a nanosecond: smaller deviations are those of rounding.
constexpr double kLeastDeviation = 1e-3;

/// One point of the grid.
struct Candidate {
  double prior = 0;       ///< weight
  double log_weight = 0;  ///< of the posterior
  double deviation = 0;   ///< standard deviation of the slope
  bool is_long = false;   ///< by its correlation time
};

class Mixture {
 public:
  explicit Mixture(double freedom) noexcept : freedom_(freedom) {}

  void add(Candidate candidate) noexcept { candidates_[size_++] = candidate; }

  /// Computes the posterior weights, once all candidates are added.
  void weigh() noexcept {
    const double most = std::ranges::max(used(), {}, &Candidate::log_weight).log_weight;
    double sum = 0;
    for (const Candidate& candidate : used()) sum += std::exp(candidate.log_weight - most);
    for (std::size_t i = 0; i < size_; ++i) weights_[i] = std::exp(candidates_[i].log_weight - most) / sum;
  }

  /// How many times likelier long correlation times are by the posterior weights than by those of the prior.
  double long_factor() const noexcept {
    double prior_long = 0, prior_other = 0, long_weight = 0, other_weight = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      (candidates_[i].is_long ? prior_long : prior_other) += candidates_[i].prior;
      (candidates_[i].is_long ? long_weight : other_weight) += weights_[i];
    }
    return long_weight * prior_other / (other_weight * prior_long);
  }

  /// The error that the slope does not exceed, in either direction, with 95 % probability. By bisection.
  double margin() noexcept {
    constexpr int kSteps = 40;
    double least = 0, most = 20 * std::ranges::max(used(), {}, &Candidate::deviation).deviation;
    for (int i = 0; i < kSteps; ++i) {
      const double middle = (least + most) / 2;
      (share_below(middle) < 0.975 ? least : most) = middle;
    }
    return most;
  }

 private:
  std::span<Candidate> used() noexcept { return std::span(candidates_).first(size_); }

  double share_below(double off) const noexcept {
    constexpr double kNegligible = 1e-9;
    double share = 0;
    for (std::size_t i = 0; i < size_; ++i)
      if (weights_[i] > kNegligible) share += weights_[i] * student(off / candidates_[i].deviation);
    return share;
  }

  /// Distribution of Student's t for t >= 0, by the approximation of Wallace (Ann. Math. Stat. 30, 1959, 1124).
  /// With four degrees of freedom it makes the interval half a percent too short, with more hardly at all.
  double student(double t) const noexcept {
    const double z =
        (8 * freedom_ + 1) / (8 * freedom_ + 3) * std::sqrt(freedom_ * std::log1p(t * t / freedom_));
    return std::erfc(-z / std::numbers::sqrt2) / 2;
  }

  double freedom_;
  std::array<Candidate, kCorrelationTimes*(kWhiteShares.size() + 1) + 1> candidates_{};
  std::array<double, kCorrelationTimes*(kWhiteShares.size() + 1) + 1> weights_{};
  std::size_t size_ = 0;
};

/// Evaluates every noise model of the grid for given residuals.
class NoiseTrial {
 public:
  NoiseTrial(const Residuals& residuals, double freedom) noexcept
      : residuals_(residuals), freedom_(freedom), mixture_(freedom) {
    for (const auto& point : residuals.span())
      mean_inverse_count_ += 1 / point.count / static_cast<double>(residuals.size);
  }

  /// Nothing if the deviations speak for a long correlation time.
  std::optional<double> margin() noexcept {
    // From half a block, below which block means are white noise, to ten times the longest axis, which looks
    // like a random walk.
    const double shortest = residuals_.length / static_cast<double>(residuals_.size) / 2;
    const double ratio = std::pow(10 * residuals_.longest_axis / shortest, 1.0 / (kCorrelationTimes - 1));
    const double process_sum = weight_sum(ratio, kProcessExponent),
                 mixed_sum = weight_sum(ratio, kMixedExponent);
    for (std::size_t i = 0; i < kCorrelationTimes; ++i) {
      const auto step = static_cast<double>(i);
      const double correlation_time = shortest * std::pow(ratio, step);
      const OrnsteinUhlenbeckMeans process(residuals_.span(), correlation_time);
      is_long_ = correlation_time > kLongShare * residuals_.longest_axis;
      if (i == 0) add(process, 1, kWhiteWeight);
      add(process, 0, kProcessWeight * std::pow(ratio, -kProcessExponent * step) / process_sum);
      for (const double white_share : kWhiteShares)
        add(process, white_share,
            kMixedWeight * std::pow(ratio, -kMixedExponent * step) / mixed_sum / kWhiteShares.size());
    }
    mixture_.weigh();
    const bool is_rounding =
        residuals_.sum_yy < kLeastDeviation * kLeastDeviation * static_cast<double>(residuals_.size);
    if (!is_rounding && mixture_.long_factor() > kLongFactor) return std::nullopt;
    return mixture_.margin();
  }

 private:
  static double weight_sum(double ratio, double exponent) noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < kCorrelationTimes; ++i)
      sum += std::pow(ratio, -exponent * static_cast<double>(i));
    return sum;
  }

  void add(const OrnsteinUhlenbeckMeans& process, double white_share, double weight) noexcept {
    const NoiseModel model{.process = process,
                           .process_variance = (1 - white_share) / process.mean_variance(),
                           .white_variance = white_share / mean_inverse_count_};
    const NoiseFit fit = fit_of(residuals_.span(), model, freedom_);
    const double numerator = fit.variance * numerator_variance(residuals_.span(), model);
    mixture_.add({.prior = weight,
                  .log_weight = fit.log_likelihood + std::log(weight),
                  .deviation = std::sqrt(std::max(numerator, 0.0)) / residuals_.sum_xx,
                  .is_long = is_long_ && white_share < 1});
  }

  const Residuals& residuals_;
  double freedom_;
  Mixture mixture_;
  double mean_inverse_count_ = 0;
  bool is_long_ = false;  ///< the correlation time that is tried
};

}  // namespace

std::optional<SlopeMargin> slope_margin(std::span<const BlockMeans::Block> blocks) noexcept {
  constexpr double kLeastFreedom = 4;
  const Residuals residuals(blocks);
  const double freedom = static_cast<double>(residuals.size) - static_cast<double>(residuals.axes) - 1;
  if (freedom < kLeastFreedom || !(residuals.sum_xx > 0) || !(residuals.length > 0)) return std::nullopt;
  const auto margin = residuals.sum_yy > 0 ? NoiseTrial(residuals, freedom).margin() : std::optional(0.0);
  return SlopeMargin{.margin = margin, .sum_xx = residuals.sum_xx, .longest_axis = residuals.longest_axis};
}

}  // namespace idn::analysis
