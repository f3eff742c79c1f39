// SPDX-License-Identifier: MIT
#include "idn/client/output_stage.hpp"

#include <optional>
#include <utility>

#include "client/colour_shift.hpp"
#include "client/dwell_limiter.hpp"
#include "client/motion_limiter.hpp"
#include "client/placement.hpp"
#include "client/scanner_load.hpp"
#include "client/zone_map.hpp"

namespace idn::client {
namespace {

using enum LimitAction;

/// Colours times a factor each, in 65536ths; full ones stay exactly as they are.
class BalancedColours {
 public:
  explicit BalancedColours(const Brightness& balance) noexcept : is_neutral_(balance == Brightness{}) {
    factors_ = {factor(balance.red),       factor(balance.green),  factor(balance.blue), 65535,
                factor(balance.deep_blue), factor(balance.yellow), factor(balance.cyan), 65535};
    for (std::size_t i = 0; i < factors_.size(); ++i) kept_[i] = factors_[i] == 65535 ? 65535 : 0;
  }

  bool is_neutral() const noexcept { return is_neutral_; }

  void apply(std::span<LaserSample> samples) const noexcept {
    if (is_neutral_) return;
    for (LaserSample& sample : samples) {
      Colours colours = colours_of(sample);
      for (std::size_t i = 0; i < colours.size(); ++i) {
        const auto scaled = static_cast<std::uint16_t>((std::uint32_t{colours[i]} * factors_[i]) >> 16);
        colours[i] = static_cast<std::uint16_t>((colours[i] & kept_[i]) | (scaled & ~kept_[i]));
      }
      set_colours(sample, colours);
    }
  }

 private:
  static std::uint16_t factor(double part) noexcept {
    return part == 1 ? 65535 : static_cast<std::uint16_t>(std::min(std::lround(part * 65536), 65534L));
  }

  Colours factors_, kept_;
  bool is_neutral_;
};

class BrightnessLimiter {
 public:
  explicit BrightnessLimiter(const BrightnessLimit& limit) noexcept
      : action_(limit.action), most_(colours_at_most(limit.most)) {}

  void process(std::span<LaserSample> samples, Counter& counter) const noexcept {
    if (action_ == Off) return;
    std::uint64_t beyond = 0;
    for (LaserSample& sample : samples) {
      if (action_ == Count) {
        beyond += is_beyond(sample, most_);
      } else if (dim_to(sample, most_)) {
        ++beyond;
        if (action_ == Blank) sample = blanked(sample);
      }
    }
    if (beyond != 0) counter.add(beyond);
  }

 private:
  LimitAction action_;
  Colours most_;
};

/// @return whether zones had anything to say
bool apply(const ZoneEffect& effect, LaserSample& sample) noexcept {
  if (is_beyond(sample, effect.blank_above)) {
    sample = blanked(sample);
    return true;
  }
  const bool counted = is_beyond(sample, effect.count_above);
  return dim_to(sample, least(effect.blank_above, effect.dim_above)) || counted;
}

bool has_zones(const OutputLimits& limits) noexcept {
  const auto is_on = [](const auto& zone) { return zone.action != Off; };
  return std::ranges::any_of(limits.zones, is_on) || std::ranges::any_of(limits.allowed, is_on);
}

}  // namespace

class OutputStage::Impl {
 public:
  Impl(const OutputOptions& options, SampleRate rate)
      : placement_(options.orientation),
        balance_(options.balance),
        shift_(options.colour_shift, rate),
        has_limits_(options.limits.any()),
        is_first_dark_(options.limits.acts()),
        rate_(rate),
        motion_(options.limits, rate),
        brightness_(options.limits.brightness),
        load_(options.scanner_kpps, rate) {
    if (has_zones(options.limits)) zones_.emplace(options.limits);
    if (options.limits.dwell.action != Off) dwell_.emplace(options.limits.dwell, rate);
    is_neutral_ = placement_.is_neutral() && balance_.is_neutral() && shift_.is_neutral() && !has_limits_ &&
                  !load_.is_on();
  }

  void process(std::span<LaserSample> samples) noexcept {
    placement_.apply(samples);
    balance_.apply(samples);
    shift_.process(samples);
    if (!has_limits_ && !load_.is_on()) return;
    while (!samples.empty()) {
      const std::size_t count = std::min(samples.size(), BeamTrack::kMost);
      limit(samples.first(count));
      samples = samples.subspan(count);
    }
    if (load_.is_on()) counters.scanner_load.set(load_.load());
  }

  void set_rate(SampleRate rate) noexcept {
    if (rate == std::exchange(rate_, rate)) return;
    shift_.set_rate(rate);
    motion_.set_rate(rate);
    load_.set_rate(rate);
    if (dwell_) dwell_->set_rate(rate);
  }

  void restart() noexcept {
    shift_.restart();
    motion_.restart();
    load_.restart();
    is_first_ = true;
  }

  bool is_neutral() const noexcept { return is_neutral_; }

  OutputCounters counters;

 private:
  void limit(std::span<LaserSample> samples) noexcept {
    if (std::exchange(is_first_, false) && is_first_dark_) samples[0] = blanked(samples[0]);
    track_.read(samples);
    motion_.process(samples, track_, counters);
    if (load_.is_on()) load_.process(track_);
    if (zones_ && !zones_->is_free(track_.box())) limit_zones(samples);
    brightness_.process(samples, counters.brightness);
    if (dwell_) dwell_->process(samples, track_, counters.dwell);
  }

  void limit_zones(std::span<LaserSample> samples) noexcept {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      LaserSample& sample = samples[i];
      if (!is_lit(sample)) continue;
      const ZoneEffect effect = zones_->effect(track_.before(i), track_.at(i));
      if (effect.dark_outside || effect.count_outside) counters.allowed.add();
      if (effect.dark_outside)
        sample = blanked(sample);
      else if (apply(effect, sample))
        counters.zones.add();
    }
  }

  Placement placement_;
  BalancedColours balance_;
  ColourShift shift_;
  bool has_limits_;
  bool is_first_dark_;
  SampleRate rate_;
  MotionLimiter motion_;
  std::optional<ZoneMap> zones_;
  BrightnessLimiter brightness_;
  std::optional<DwellLimiter> dwell_;
  ScannerLoad load_;
  BeamTrack track_;
  bool is_first_ = true;
  bool is_neutral_ = false;
};

OutputStage::OutputStage(const OutputOptions& options, SampleRate rate)
    : impl_(std::make_unique<Impl>(options, rate)) {}
OutputStage::~OutputStage() = default;
OutputStage::OutputStage(OutputStage&&) noexcept = default;
OutputStage& OutputStage::operator=(OutputStage&&) noexcept = default;

void OutputStage::process(std::span<LaserSample> samples) noexcept {
  if (!impl_->is_neutral()) impl_->process(samples);
}

void OutputStage::set_rate(SampleRate rate) noexcept {
  impl_->set_rate(rate);
}

void OutputStage::restart() noexcept {
  impl_->restart();
}

const OutputCounters& OutputStage::counters() const noexcept {
  return impl_->counters;
}

bool OutputStage::is_neutral() const noexcept {
  return impl_->is_neutral();
}

}  // namespace idn::client
